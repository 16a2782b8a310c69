import { forwardRef } from "react";
import { useIdentity } from "../../hooks/use-identity.js";
import { useSessionById } from "../../hooks/use-session-by-id.js";
import { ConversationFrame, type ConversationProps } from "../conversation/conversation-frame.js";
import { SignedOut } from "../conversation/signed-out.js";

export interface SessionConversationProps extends ConversationProps {
  readonly sessionId: string;
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
}

/** A whole conversation by its session, through the session API and the host's proxy. */
export const SessionConversation = forwardRef<HTMLElement, SessionConversationProps>(function SessionConversation(
  { sessionId, workspaceId, ...conversation },
  ref,
) {
  const identity = useIdentity();
  const session = useSessionById(sessionId, { workspaceId });
  if (!identity) return <SignedOut ref={ref} className={conversation.className} />;
  // Another session is another conversation: nothing typed or opened in one is carried into the other.
  return <ConversationFrame key={sessionId} {...conversation} ref={ref} session={session} />;
});
