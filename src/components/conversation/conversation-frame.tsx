// budget: the frame hands each part what the door gave it, and nothing more
import {
  forwardRef,
  useCallback,
  useRef,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from "react";
import type { ReadableStore } from "../../hooks/readable-store.js";
import type { SessionView } from "../../hooks/session-view.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import { GrowthContext, useSteady } from "../../hooks/use-quiet.js";
import { Announcer } from "../announcer/announcer.js";
import { joinClasses, present } from "../class-names.js";
import { Contained } from "../contained.js";
import { ComposerView, type ComposerHandle, type ComposerViewProps } from "../chat-composer/composer-view.js";
import { activeElementOf } from "../mount.js";
import { useLowBox } from "../use-low-box.js";
import { useLowPage, useTouch } from "../use-media.js";
import { ConnectionStatus } from "../connection-status/connection-status.js";
import { OutletList, type DecisionComponents } from "../decisions/decision-list.js";
import { isOpen } from "../decisions/decision-types.js";
import type { HostActions, TimelineComponents } from "../message-timeline/timeline-context.js";
import { SessionTimeline, type SessionPlaceProps, type ShownSession } from "../message-timeline/session-timeline.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { ErrorState } from "../states/states.js";
import { Missing, type MissingProps } from "./missing.js";
import { errorToShow } from "./error-to-show.js";

/** The parts of a conversation that a host may draw itself. */
export interface ConversationComponents extends TimelineComponents, DecisionComponents {
  /** Above the timeline. */
  readonly Header?: ComponentType | undefined;
}

/** Props of both conversations, besides their address. */
export interface ConversationProps
  extends RootProps, MissingProps, Pick<SessionPlaceProps, "newTurnAnchor" | "restoreKey"> {
  /** The accessible name of the conversation. Set it if a page has several. @default the catalogue's "Conversation" */
  readonly "aria-label"?: string | undefined;
  /** Custom parts, which replace those of the kit. @default the kit's own */
  readonly components?: ConversationComponents | undefined;
  /** Class names for the parts. @default none */
  readonly classNames?:
    | {
        readonly timeline?: string | undefined;
        readonly decisions?: string | undefined;
        readonly composer?: string | undefined;
      }
    | undefined;
  /** Placeholder of the empty field. @default the catalogue's words */
  readonly placeholder?: string | undefined;
  /** The key that sends. @default "auto": Enter; on a touch keyboard, Enter starts a new line */
  readonly sendKey?: ComposerViewProps["sendKey"];
  /**
   * Effect of sending while a turn runs. Ctrl or ⌘ with Enter interrupts it, unless sends are rejected. @default
   * "queue"
   */
  readonly whenBusy?: ComposerViewProps["whenBusy"];
  /** Further props of the composer, such as custom parts, suggestions or a length limit. @default none */
  readonly composerProps?: Omit<ComposerViewProps, SetComposerProp> | undefined;
  /** Called when the user starts a new conversation, after this one has ended or is missing. */
  readonly onNewConversation?: (() => void) | undefined;
}

/** Props that a conversation sets, or offers under a name of its own. */
type SetComposerProp =
  | ("composer" | "draft" | "attachments" | "closedReason" | "showQueue")
  | ("placeholder" | "sendKey" | "whenBusy" | "className");

interface SessionAddress {
  readonly sessionId: string | null | undefined;
  readonly workspaceId?: string | undefined;
}

interface SessionPanels {
  readonly address: SessionAddress;
  /** The session's goal, above the timeline. */
  readonly Goal: ComponentType<SessionAddress & Record<"onCleared", () => void> & { readonly readOnly: boolean }>;
  /** The queue and its actions. */
  readonly Queue: ComponentType<
    SessionAddress & Record<"onEdited" | "onEmptied", () => void> & { readonly isFolded: boolean }
  >;
}

interface ConversationFrameProps extends ConversationProps, HostActions, Pick<SessionPlaceProps, "initialSequence"> {
  /** The session with each frame of an answer: for the rows that grow. */
  readonly store: ReadableStore<ShownSession>;
  /** The session without changes of its live groups alone. */
  readonly session: ShownSession;
  /** Files of the next message, where the door supports them. */
  readonly attachments?: ComposerViewProps["attachments"];
  /** The draft of the next message: its text and extras. */
  readonly draft?: ComposerViewProps["draft"];
  /** Whether it is not known yet which conversation it is. @default false */
  readonly isAwaited?: boolean | undefined;
  /** The session's id, under which unsent words of decisions are kept; undefined while it is not known. */
  readonly keptAs: string | undefined;
  /** The door's further panels. @default the composer's own list of waiting messages */
  readonly panels?: SessionPanels | undefined;
}

/** A whole conversation over one session, through either door. */
export const ConversationFrame = forwardRef<HTMLElement, ConversationFrameProps>(function ConversationFrame(
  {
    store,
    session,
    attachments,
    draft,
    keptAs,
    panels,
    components,
    classNames,
    placeholder,
    sendKey,
    whenBusy,
    composerProps,
    onNewConversation,
    onMissing,
    isAwaited = false,
    newTurnAnchor,
    restoreKey,
    initialSequence,
    onOpenSession,
    onMemoryClick,
    onReconnect,
    className,
    "aria-label": label,
    ...dom
  },
  ref,
) {
  const { closedTitle } = useStrings().connection;
  const composer = useRef<ComposerHandle>(null);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const { Header, ApprovalCard, QuestionForm, ...timelineComponents } = components ?? {};
  /** Whether the focus was below the timeline when that was removed. */
  const lostFocus = useRef(false);
  const error = errorToShow(session);
  // The connection was given up: the reason, and what can be done, are in one place.
  const isGivenUp = error !== null && session.connection === "closed";
  const errorVerbs = isGivenUp ? { onRetry: session.reconnect } : { onDismiss: session.clearError };
  const errorBox = useKeptFocus(null, focusComposer);
  return (
    <Root
      {...dom}
      ref={ref}
      className={joinClasses("sv-conversation", className)}
      data-status={session.sessionStatus ?? undefined}
      data-connection={session.connection}
      data-running={present(session.isRunning)}
    >
      <LiveAnnouncer store={store}>
        {Header && (
          <Contained resetKey={Header}>
            <Header />
          </Contained>
        )}
        {session.isMissing && (
          <Missing Own={components?.MissingState} {...{ onMissing, onNewConversation, lostFocus, store, draft }} />
        )}
        {!session.isMissing && (
          <>
            {panels && (
              <div className="sv-conversation-head">
                <panels.Goal {...panels.address} onCleared={focusComposer} readOnly={hasEnded(session)} />
              </div>
            )}
            {error && (
              <div className="sv-conversation-error">
                <ErrorState ref={errorBox} error={error} title={isGivenUp ? closedTitle : undefined} {...errorVerbs} />
              </div>
            )}
            <LiveTimeline
              store={store}
              components={withoutGreeting(timelineComponents, session)}
              className={classNames?.timeline}
              aria-label={label}
              newTurnAnchor={newTurnAnchor}
              restoreKey={restoreKey}
              initialSequence={initialSequence}
              onOpenSession={onOpenSession}
              onMemoryClick={onMemoryClick}
              onReconnect={onReconnect}
            />
            <ConversationFoot
              {...{ session, attachments, draft, panels, classNames, placeholder, sendKey, whenBusy, composerProps }}
              ref={composer}
              components={{ ApprovalCard, QuestionForm }}
              onNewConversation={onNewConversation}
              onLeave={focusComposer}
              lostFocus={lostFocus}
              keptAs={keptAs}
              isAwaited={isAwaited}
              isGivenUp={isGivenUp}
            />
          </>
        )}
      </LiveAnnouncer>
    </Root>
  );
});

const hasEnded = ({ sessionStatus }: ShownSession) => sessionStatus === "cancelled";

interface FootProps
  extends
    Pick<ConversationProps, "classNames" | "placeholder" | "sendKey" | "whenBusy" | "composerProps">,
    Pick<ConversationProps, "onNewConversation">,
    Pick<ConversationFrameProps, "session" | "attachments" | "draft" | "panels"> {
  readonly isAwaited: boolean;
  /** Whether the error of a connection that was given up is shown. */
  readonly isGivenUp: boolean;
  readonly components: DecisionComponents;
  /** Names the conversation. */
  readonly keptAs: string | undefined;
  /** Takes the focus on, to the composer. */
  readonly onLeave: () => void;
  /** Set when this is removed with the focus in it. */
  readonly lostFocus: RefObject<boolean>;
}

/** Below the timeline: pending decisions and the composer. */
const ConversationFoot = forwardRef<ComposerHandle, FootProps>(function ConversationFoot(
  { session, attachments, draft, panels, classNames, components, composerProps, ...props },
  ref,
) {
  const { onNewConversation, onLeave, lostFocus, isAwaited, isGivenUp, keptAs, ...rest } = props;
  const strings = useStrings();
  const closedReason = isAwaited ? strings.timeline.loading : undefined;
  const cancelled = hasEnded(session);
  const pending = cancelled ? noDecisions : session.pending;
  const foot = useRef<HTMLDivElement>(null);
  const isLowPage = useLowPage();
  const isLowBox = useLowBox(foot);
  // A decision has the room; in a low page the composer is in sight first.
  const isFolded = isLowPage || isLowBox || pending.some(({ state }) => isOpen(state));
  useBrowserLayoutEffect(() => {
    const { current } = foot;
    // Asked before it leaves the page, which would take the focus with it.
    return () => {
      lostFocus.current = current !== null && current.contains(activeElementOf(current));
    };
  }, [lostFocus]);
  const isTouch = useTouch();
  const leaveField = () => {
    // The focus in the field could bring up the keys of the screen, over what the agent does or asks next.
    const rows = isTouch ? foot.current?.parentElement?.querySelector<HTMLElement>(".sv-timeline-viewport") : null;
    if (rows) rows.focus({ preventScroll: true });
    else onLeave();
  };
  return (
    <div ref={foot} className="sv-conversation-foot" data-low={present(isLowBox)}>
      {!isGivenUp && (
        <ConnectionStatus
          connection={session.connection}
          isUnreachable={session.isUnreachable}
          nextAttemptAt={session.nextAttemptAt}
          onRetry={session.reconnect}
          onRestored={leaveField}
        />
      )}
      <OutletList
        outlet="conversation"
        foot={foot}
        keptAs={keptAs}
        isLoading={session.isRestoring}
        className={classNames?.decisions}
        decisions={pending}
        onRespond={session.respond}
        onAllDecided={leaveField}
        components={components}
      />
      {cancelled && onNewConversation && (
        <p className="sv-conversation-ended">
          <span className="sv-part">{strings.states.cancelledText}</span>{" "}
          <button type="button" className="sv-link-button" onClick={onNewConversation}>
            {strings.states.newConversation}
          </button>
        </p>
      )}
      {panels && <panels.Queue {...panels.address} isFolded={isFolded} onEdited={onLeave} onEmptied={leaveField} />}
      <ComposerView
        {...composerProps}
        {...rest}
        ref={ref}
        className={classNames?.composer}
        composer={session}
        attachments={attachments}
        draft={draft}
        showQueue={panels ? false : isFolded ? "folded" : true}
        closedReason={cancelled ? strings.composer.closed : closedReason}
      />
    </div>
  );
});

const noDecisions: SessionView["pending"] = [];

/** A failed load is not greeted like an empty conversation. */
function withoutGreeting(components: TimelineComponents, session: ShownSession): TimelineComponents {
  return session.connection === "closed" && session.error ? { ...components, EmptyState: Nothing } : components;
}

function Nothing(): ReactNode {
  return null;
}

type Live<Props> = Omit<Props, "session"> & { readonly store: ReadableStore<ShownSession> };

/** Renders with each change of the rows but a longer text, so that nothing else needs to. */
function LiveTimeline({ store, ...rest }: Live<ComponentProps<typeof SessionTimeline>>): ReactNode {
  return (
    <GrowthContext.Provider value={store}>
      <SessionTimeline {...rest} session={useSteady(store)} />
    </GrowthContext.Provider>
  );
}

function LiveAnnouncer({ store, ...rest }: Live<ComponentProps<typeof Announcer>>): ReactNode {
  return <Announcer {...rest} session={useSteady(store)} />;
}
