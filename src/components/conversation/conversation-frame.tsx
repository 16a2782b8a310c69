import { forwardRef, useCallback, useRef, type ComponentType } from "react";
import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";
import { useStrings } from "../../hooks/use-strings.js";
import { Announcer } from "../announcer/announcer.js";
import { joinClasses, present } from "../class-names.js";
import { ComposerView, type ComposerHandle, type ComposerViewProps } from "../chat-composer/composer-view.js";
import { ConnectionStatus } from "../connection-status/connection-status.js";
import { DecisionList, type DecisionComponents } from "../decisions/decision-list.js";
import type { TimelineComponents } from "../message-timeline/timeline-context.js";
import { SessionTimeline, type OlderPages } from "../message-timeline/session-timeline.js";
import { Root, type RootProps } from "../root.js";
import { ErrorState } from "../states/states.js";
import { errorToShow } from "./error-to-show.js";

/** The parts of a conversation that a host may draw itself. */
export interface ConversationComponents extends TimelineComponents, DecisionComponents {
  /** Stands before the composer's buttons. */
  readonly ComposerTools?: ComponentType | undefined;
  /** Stands above the timeline. */
  readonly Header?: ComponentType | undefined;
}

/** What both conversations take besides the address of theirs. */
export interface ConversationProps extends RootProps {
  /** Tells the conversation from others on the same page. @default the catalogue's "Conversation" */
  readonly "aria-label"?: string | undefined;
  /** Parts that the host draws itself. */
  readonly components?: ConversationComponents | undefined;
  /** Class names for the parts. */
  readonly classNames?:
    | { readonly timeline?: string; readonly decisions?: string; readonly composer?: string }
    | undefined;
  /** Stands in the empty field. @default the catalogue's words */
  readonly placeholder?: string | undefined;
  /** Which key sends. @default "enter" */
  readonly sendKey?: ComposerViewProps["sendKey"];
  /** Offers a new conversation where this one has ended for good. */
  readonly onNewConversation?: (() => void) | undefined;
}

interface ConversationFrameProps extends ConversationProps {
  readonly session: SessionView & SessionVerbs & Partial<OlderPages>;
}

/** A whole conversation over one session, whichever door it came through. */
export const ConversationFrame = forwardRef<HTMLElement, ConversationFrameProps>(function ConversationFrame(
  {
    session,
    components = {},
    classNames,
    placeholder,
    sendKey,
    onNewConversation,
    className,
    "aria-label": label,
    ...dom
  },
  ref,
) {
  const strings = useStrings();
  const composer = useRef<ComposerHandle>(null);
  const focusComposer = useCallback(() => composer.current?.focus(), []);
  const { Header, ComposerTools, ApprovalCard, QuestionForm, ...timelineComponents } = components;
  const error = errorToShow(session);
  const cancelled = session.status === "cancelled";
  return (
    <Root
      {...dom}
      ref={ref}
      className={joinClasses("sv-conversation", className)}
      data-status={session.status ?? undefined}
      data-connection={session.connection}
      data-running={present(session.isRunning)}
    >
      <Announcer session={session} />
      {Header && <Header />}
      {error && <ErrorState error={error} onDismiss={session.clearError} />}
      <SessionTimeline
        session={session}
        components={timelineComponents}
        className={classNames?.timeline}
        aria-label={label}
      />
      <div className="sv-conversation-foot">
        <ConnectionStatus connection={session.connection} />
        <DecisionList
          className={classNames?.decisions}
          decisions={cancelled ? noDecisions : session.pending}
          onRespond={session.respond}
          onAllDecided={focusComposer}
          components={{ ApprovalCard, QuestionForm }}
        />
        {cancelled && onNewConversation && (
          <p className="sv-conversation-ended">
            {strings.states.cancelledText}{" "}
            <button type="button" className="sv-link-button" onClick={onNewConversation}>
              {strings.states.newConversation}
            </button>
          </p>
        )}
        <ComposerView
          ref={composer}
          className={classNames?.composer}
          composer={session}
          placeholder={placeholder}
          sendKey={sendKey}
          closedReason={cancelled ? strings.composer.closed : undefined}
          components={{ Tools: ComposerTools }}
        />
      </div>
    </Root>
  );
});

const noDecisions: SessionView["pending"] = [];
