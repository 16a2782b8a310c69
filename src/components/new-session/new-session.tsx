import { forwardRef, useMemo } from "react";
import { useBeginning } from "../../hooks/use-beginning.js";
import { useLocalDraft } from "../../hooks/use-draft.js";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useIsOffline } from "../../hooks/use-is-offline.js";
import { ComposerView, type ComposerViewProps } from "../chat-composer/composer-view.js";
import { joinClasses } from "../class-names.js";
import { SignedOut } from "../conversation/signed-out.js";
import { TimelineView } from "../message-timeline/timeline-view.js";
import { Root, type RootProps } from "../root.js";
import { SessionConversation } from "../session-conversation/session-conversation.js";
import { EmptyState } from "../states/states.js";

/** Props of `NewSession`. */
export interface NewSessionProps
  extends RootProps, Pick<ComposerViewProps, "placeholder" | "sendKey" | "suggestions" | "maxLength"> {
  /** Called with the id of the session that the first message created: show that session from now on. */
  readonly onCreated: (sessionId: string) => void;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
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
  { onCreated, workspaceId, placeholder, sendKey, suggestions, maxLength, className, ...dom },
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
  const isOffline = useIsOffline();
  if (sessionId !== null) {
    return (
      <SessionConversation
        {...{ ...dom, className, sessionId, workspaceId, placeholder, sendKey }}
        ref={ref}
        composerProps={{ suggestions, maxLength }}
      />
    );
  }
  const isCreating = sent.length > 0;
  return (
    <Root {...dom} ref={ref} className={joinClasses("sv-conversation", className)} aria-busy={isCreating}>
      {isCreating ? <TimelineView timeline={sent} isOffline={isOffline} /> : <EmptyState />}
      <div className="sv-conversation-foot">
        <ComposerView {...{ composer, draft, placeholder, sendKey, suggestions, maxLength }} />
      </div>
    </Root>
  );
});
