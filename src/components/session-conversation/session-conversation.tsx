import { forwardRef } from "react";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useSessionById } from "../../hooks/use-session-by-id.js";
import { ConversationFrame, type ConversationProps } from "../conversation/conversation-frame.js";
import { SignedOut } from "../conversation/signed-out.js";

export interface SessionConversationProps extends ConversationProps {
  /** The session's id, from your backend or from a chat. */
  readonly sessionId: string;
  /** The session's workspace. @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/** A whole conversation by its session, through the session API and the host's proxy. */
export const SessionConversation = forwardRef<HTMLElement, SessionConversationProps>(function SessionConversation(
  { sessionId, workspaceId, ...conversation },
  ref,
) {
  const identity = useIdentity();
  const identityKey = useIdentityKey();
  const session = useSessionById(sessionId, { workspaceId });
  if (!identity) return <SignedOut ref={ref} className={conversation.className} />;
  // Another session, or another person, starts anew: nothing typed or opened is carried over.
  return <ConversationFrame key={`${identityKey} ${sessionId}`} {...conversation} ref={ref} session={session} />;
});
