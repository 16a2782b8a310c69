import { forwardRef } from "react";
import { isSessionId } from "../../hooks/session-source.js";
import { useAttachments } from "../../hooks/use-attachments.js";
import { ReadAtContext } from "../message-timeline/timeline-context.js";
import { useLocalDraft } from "../../hooks/use-draft.js";
import { useIdentity, useIdentityKey } from "../../hooks/use-identity.js";
import { useQuiet } from "../../hooks/use-quiet.js";
import { useSessionStore } from "../../hooks/use-session.js";
import type { ChatFirstPage } from "../../wire/protocol/chat-first-page.js";
import { ConversationFrame, type ConversationProps } from "../conversation/conversation-frame.js";
import { SignedOut } from "../conversation/signed-out.js";

/** Props of `ChatConversation`. */
export interface ChatConversationProps extends ConversationProps {
  /** Your stable id for the conversation: 1 to 256 visible ASCII characters; undefined while it is not known yet. */
  readonly conversation: string | undefined;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /**
   * The newest page, from `Service.firstPage` on the backend: drawn on the server and at once in the page, which then
   * follows from there. One of another person or conversation is ignored. @default the page requests it
   */
  readonly firstPage?: ChatFirstPage | null | undefined;
  /** Whether users can attach files; this needs the session proxy beside the chat handler. @default false */
  readonly attachments?: boolean | undefined;
}

/**
 * A complete conversation by your own id, through the chat handler. To show a session by its id, use
 * `SessionConversation`.
 *
 * @example
 * <ChatConversation conversation="support" components={{ tools: { find_order: OrderCard } }} />
 */
export const ChatConversation = forwardRef<HTMLElement, ChatConversationProps>(function ChatConversation(
  { conversation: given, api, firstPage, attachments = false, ...rest },
  ref,
) {
  const identity = useIdentity();
  const identityKey = useIdentityKey();
  const store = useSessionStore({ conversation: given, api, firstPage });
  const session = useQuiet(store);
  // No conversation is called that.
  const conversation = given ?? "";
  // A chat has its session's id before the session exists. The same files are those of a SessionConversation with this id.
  const { sessionId } = session;
  const files = useAttachments({ sessionId, enabled: attachments && isSessionId(sessionId) });
  const draft = useLocalDraft(`chat ${api ?? ""} ${conversation}`);
  if (!identity) return <SignedOut ref={ref} className={rest.className} />;
  // Another conversation, or another person, starts with new state: no typed text and nothing opened is carried over.
  const key = `${identityKey} ${api ?? ""} ${conversation}`;
  return (
    <ReadAtContext.Provider value={firstPage?.readAt}>
      <ConversationFrame
        key={key}
        restoreKey={key}
        keptAs={sessionId ?? undefined}
        {...rest}
        ref={ref}
        store={store}
        session={session}
        attachments={attachments ? files : undefined}
        draft={draft}
        isAwaited={given === undefined}
      />
    </ReadAtContext.Provider>
  );
});
