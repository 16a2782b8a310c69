import { forwardRef } from "react";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { isSessionId } from "../../hooks/session-source.js";
import { useShownSession } from "../../hooks/use-shown-session.js";
import { ConversationFrame, type ConversationProps } from "../conversation/conversation-frame.js";
import { SignedOut } from "../conversation/signed-out.js";
import { GoalBanner } from "../goal-banner/goal-banner.js";
import type { HostActions } from "../message-timeline/timeline-context.js";
import { QueuePanel } from "../queue-panel/queue-panel.js";

/** Props of `SessionConversation`. */
export interface SessionConversationProps extends ConversationProps, HostActions {
  /** The session's id, from your backend or from a chat; null or undefined while it is not known yet. */
  readonly sessionId: string | null | undefined;
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** The sequence of an event to scroll to, such as from a link. A new value scrolls again. @default the newest line */
  readonly initialSequence?: number | undefined;
  /** Whether users can attach files, if the host and the service accept them. @default true */
  readonly attachments?: boolean | undefined;
}

/**
 * A complete conversation by its session id, through the session API and the session proxy.
 *
 * @example
 * <SessionConversation sessionId={sessionId} onMissing={() => open("/")} />
 */
export const SessionConversation = forwardRef<HTMLElement, SessionConversationProps>(function SessionConversation(
  { sessionId, workspaceId, attachments = true, ...conversation },
  ref,
) {
  const identity = useIdentity();
  const identityKey = useIdentityKey();
  const { store, session, draft, files } = useShownSession(sessionId, { workspaceId, attachments });
  if (!identity) return <SignedOut ref={ref} className={conversation.className} />;
  // Another session, or another person, starts with new state: no typed text and nothing opened is carried over.
  const key = `${identityKey} ${sessionId}`;
  return (
    <ConversationFrame
      key={key}
      restoreKey={key}
      keptAs={sessionId ?? undefined}
      {...conversation}
      ref={ref}
      store={store}
      session={session}
      attachments={files}
      draft={draft}
      isAwaited={!isSessionId(sessionId)}
      panels={{ address: { sessionId, workspaceId }, Goal: GoalBanner, Queue: QueuePanel }}
    />
  );
});
