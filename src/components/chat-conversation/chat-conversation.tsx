import { forwardRef } from "react";
import { useLocalDraft } from "../../hooks/use-draft.js";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useQuiet } from "../../hooks/use-quiet.js";
import { useSessionStore } from "../../hooks/use-session.js";
import { ConversationFrame, type ConversationProps } from "../conversation/conversation-frame.js";
import { SignedOut } from "../conversation/signed-out.js";

/** Props of `ChatConversation`. */
export interface ChatConversationProps extends ConversationProps {
  /** Your stable id for the conversation: 1 to 256 visible ASCII characters; undefined while it is not known yet. */
  readonly conversation: string | undefined;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
}

/**
 * A complete conversation by your own id, through the chat handler. To show a session by its id, use
 * `SessionConversation`.
 *
 * @example
 * <ChatConversation conversation="support" components={{ tools: { find_order: OrderCard } }} />
 */
export const ChatConversation = forwardRef<HTMLElement, ChatConversationProps>(function ChatConversation(
  { conversation: given, api, ...rest },
  ref,
) {
  const identity = useIdentity();
  const identityKey = useIdentityKey();
  const store = useSessionStore({ conversation: given, api });
  const session = useQuiet(store);
  // No conversation is called that.
  const conversation = given ?? "";
  const draft = useLocalDraft(`chat ${api ?? ""} ${conversation}`);
  if (!identity) return <SignedOut ref={ref} className={rest.className} />;
  // Another conversation, or another person, starts with new state: no typed text and nothing opened is carried over.
  const key = `${identityKey} ${api ?? ""} ${conversation}`;
  return (
    <ConversationFrame
      key={key}
      restoreKey={key}
      keptAs={session.sessionId ?? undefined}
      {...rest}
      ref={ref}
      store={store}
      session={session}
      draft={draft}
      isAwaited={given === undefined}
    />
  );
});
