import { forwardRef, useMemo } from "react";
import { useBeginning } from "../../hooks/use-beginning.js";
import { useLocalDraft } from "../../hooks/use-draft.js";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useIsOffline } from "../../hooks/use-is-offline.js";
import { ComposerView, type ComposerViewProps } from "../chat-composer/composer-view.js";
import { joinClasses } from "../class-names.js";
import { Contained } from "../contained.js";
import { SignedOut } from "../conversation/signed-out.js";
import { TimelineView, type TimelineViewProps } from "../message-timeline/timeline-view.js";
import { Root, type RootProps } from "../root.js";
import { SessionConversation, type SessionConversationProps } from "../session-conversation/session-conversation.js";

/** Props of `NewSession`. Custom parts and the rest are those of the `SessionConversation` that it becomes. */
export interface NewSessionProps
  extends
    RootProps,
    Pick<
      SessionConversationProps,
      | ("workspaceId" | "attachments" | "components" | "classNames" | "newTurnAnchor")
      | ("placeholder" | "sendKey" | "whenBusy" | "composerProps")
      | ("onOpenSession" | "onMemoryClick" | "onReconnect")
    >,
    Pick<ComposerViewProps, "suggestions" | "maxLength"> {
  /** Called with the id of the session that the first message created: show that session from now on. */
  readonly onCreated: (sessionId: string) => void;
}

/**
 * An empty conversation, usually beside a `SessionList`. The first message creates the session. The draft is stored on
 * this device. A message that could not be sent returns to the field.
 *
 * From its first message until it unmounts it is the conversation of the created session: a router may take its time. Unsent
 * words and the focus go on to the `SessionConversation` that takes its place. For another new chat in the same place give
 * it another `key`.
 *
 * @example
 * <NewSession onCreated={(id) => open(`/chats/${id}`)} />
 */
export const NewSession = forwardRef<HTMLElement, NewSessionProps>(function NewSession(props, ref) {
  const { workspaceId, className } = props;
  const identity = useIdentity();
  // Another person, or another workspace, starts with new state.
  const key = `${useIdentityKey()} ${workspaceId ?? ""}`;
  if (!identity) return <SignedOut ref={ref} className={className} />;
  return <BeginningSession key={key} {...props} ref={ref} />;
});

const BeginningSession = forwardRef<HTMLElement, NewSessionProps>(function BeginningSession(
  { onCreated, workspaceId, suggestions, maxLength, attachments, ...conversation },
  ref,
) {
  const draft = useLocalDraft(`new session ${workspaceId ?? ""}`);
  const { sent, sessionId, send } = useBeginning(draft, { workspaceId, onCreated });
  const composer = useMemo(
    () => ({
      sendMessage: (message: string | { readonly text: string }) =>
        send(typeof message === "string" ? message : message.text),
    }),
    [send],
  );
  const composerProps = { ...conversation.composerProps, suggestions, maxLength };
  if (sessionId !== null) {
    return (
      <SessionConversation {...{ ...conversation, sessionId, workspaceId, attachments, composerProps }} ref={ref} />
    );
  }
  return <Beginning {...{ ...conversation, sent, composer, draft, composerProps }} ref={ref} />;
});

interface BeginningProps extends Omit<
  NewSessionProps,
  "onCreated" | "workspaceId" | "attachments" | "suggestions" | "maxLength"
> {
  /** The first messages, once they are sent. */
  readonly sent: TimelineViewProps["timeline"] & readonly unknown[];
  readonly composer: ComposerViewProps["composer"];
  readonly draft: ComposerViewProps["draft"];
}

/** A conversation without a session. */
const Beginning = forwardRef<HTMLElement, BeginningProps>(function Beginning(props, ref) {
  const {
    sent,
    composer,
    draft,
    composerProps,
    components = {},
    classNames,
    placeholder,
    sendKey,
    whenBusy,
    ...rest
  } = props;
  const { newTurnAnchor, onOpenSession, onMemoryClick, onReconnect, className, ...named } = rest;
  const { "aria-label": label, ...dom } = named;
  const { Header, ...timelineComponents } = components;
  const isOffline = useIsOffline();
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-conversation", className)} aria-busy={sent.length > 0}>
      {Header && (
        <Contained resetKey={Header}>
          <Header />
        </Contained>
      )}
      <TimelineView
        {...{ newTurnAnchor, onOpenSession, onMemoryClick, onReconnect, isOffline }}
        timeline={sent}
        components={timelineComponents}
        className={classNames?.timeline}
        aria-label={label}
      />
      <div className="sv-conversation-foot">
        <ComposerView
          {...{ ...composerProps, composer, draft, placeholder, sendKey, whenBusy }}
          className={classNames?.composer}
        />
      </div>
    </Root>
  );
});
