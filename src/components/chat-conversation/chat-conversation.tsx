import { forwardRef } from "react";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useSession } from "../../hooks/use-session.js";
import { ConversationFrame, type ConversationProps } from "../conversation/conversation-frame.js";
import { SignedOut } from "../conversation/signed-out.js";

export interface ChatConversationProps extends ConversationProps {
  /** The host's stable id for the thread: 1 to 256 visible ASCII characters. */
  readonly conversation: string;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
}

/** A whole conversation by the host's id for it, through the chat handler alone. */
export const ChatConversation = forwardRef<HTMLElement, ChatConversationProps>(function ChatConversation(
  { conversation, api, ...rest },
  ref,
) {
  const identity = useIdentity();
  const identityKey = useIdentityKey();
  const session = useSession({ conversation, api });
  if (!identity) return <SignedOut ref={ref} className={rest.className} />;
  // Another conversation, or another person, starts anew: nothing typed or opened is carried over.
  return <ConversationFrame key={`${identityKey} ${conversation}`} {...rest} ref={ref} session={session} />;
});
