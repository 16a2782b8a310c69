import { useStore } from "zustand/react";
import { createSessionViewer } from "../chat/chat-session-view.js";
import type { ChatSource } from "./chat-source.js";
import { derivedStore, type ReadableStore } from "./readable-store.js";
import type { SessionVerbs, SessionView } from "./session-view.js";
import { useChatSource } from "./use-chat.js";
import type { ChatFirstPage } from "../wire/protocol/chat-first-page.js";

/** Options of `useSession`. */
export interface UseSessionOptions {
  /** The host's stable id of the thread; undefined while it is not known yet. */
  readonly conversation: string | undefined;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /** The newest page, from `Service.firstPage` on the backend, as in `useChat`. @default it is requested */
  readonly firstPage?: ChatFirstPage | null | undefined;
  /** When false, nothing is requested and the view stays empty. @default true */
  readonly enabled?: boolean | undefined;
}

/** A session through the chat handler. */
export type ConversationSession = SessionView & SessionVerbs;

/**
 * The session behind a conversation, live, from the chat handler alone: no proxy is needed. Shares its connection with
 * `useChat` of the same identity and conversation.
 *
 * @example
 * const session = useSession({ conversation: "c_1" });
 * return <TimelineView timeline={session} />;
 */
export function useSession(options: UseSessionOptions): ConversationSession {
  return useStore(useSessionStore(options));
}

/** The session of `useSession` as a store. */
export function useSessionStore(options: UseSessionOptions): ReadableStore<ConversationSession> {
  return sessionOf(useChatSource(options));
}

const sessions = new WeakMap<ChatSource, ReadableStore<ConversationSession>>();

/** The session view of a chat; one per chat, so that all subscribers share its groups. */
function sessionOf(chat: ChatSource): ReadableStore<ConversationSession> {
  const known = sessions.get(chat) ?? viewSession(chat);
  sessions.set(chat, known);
  return known;
}

function viewSession({ controller, subscribe }: ChatSource): ReadableStore<ConversationSession> {
  const { sendMessage, steer, stop, respond, retry, discard, removeQueued, clearError, reconnect } = controller;
  const { loadOlder, loadNewer, jumpToLatest } = controller;
  const sends = { sendMessage, steer, stop, respond, retry, discard, removeQueued };
  const verbs: SessionVerbs = { ...sends, clearError, reconnect, loadOlder, loadNewer, jumpToLatest };
  const view = createSessionViewer();
  return derivedStore({ ...controller, subscribe }, (state) => ({ ...view(state), ...verbs }));
}
