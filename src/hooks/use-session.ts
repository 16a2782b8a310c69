import { useStore } from "zustand/react";
import { createSessionViewer } from "../chat/client/chat-session-view.js";
import type { ChatSource } from "./chat-source.js";
import { readableStore, type ReadableStore } from "./readable-store.js";
import type { SessionVerbs, SessionView } from "./session-view.js";
import { useChatSource } from "./use-chat.js";

export interface UseSessionOptions {
  readonly conversation: string;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /** When false, nothing is requested and the view stays empty. @default true */
  readonly enabled?: boolean | undefined;
}

/**
 * The session behind a conversation, live, from the chat handler alone: no proxy is needed. Shares its connection with
 * `useChat` of the same identity and conversation.
 *
 * @example
 * const session = useSession({ conversation: "c_1" });
 * return <TimelineView timeline={session} />;
 */
export function useSession(options: UseSessionOptions): SessionView & SessionVerbs {
  return useStore(useSessionStore(options));
}

/** The same as something to subscribe to. */
export function useSessionStore(options: UseSessionOptions): ReadableStore<SessionView & SessionVerbs> {
  return sessionOf(useChatSource(options));
}

type Session = SessionView & SessionVerbs;

const sessions = new WeakMap<ChatSource, ReadableStore<Session>>();

/** The same chat seen as a session; one for each chat, so that all who look share its groups. */
function sessionOf(chat: ChatSource): ReadableStore<Session> {
  const known = sessions.get(chat) ?? viewSession(chat);
  sessions.set(chat, known);
  return known;
}

function viewSession({ controller, subscribe }: ChatSource): ReadableStore<Session> {
  const { sendMessage, stop, respond, retry, discard, removeQueued, clearError } = controller;
  const verbs: SessionVerbs = { sendMessage, stop, respond, retry, discard, removeQueued, clearError };
  const show = (viewer: ReturnType<typeof createSessionViewer>) => {
    const shown = new WeakMap<SessionView, Session>();
    return (state: Parameters<typeof viewer>[0]) => {
      const view = viewer(state);
      const session = shown.get(view) ?? { ...view, ...verbs };
      shown.set(view, session);
      return session;
    };
  };
  const now = show(createSessionViewer());
  const first = show(createSessionViewer());
  return readableStore({
    subscribe,
    getState: () => now(controller.getState()),
    getInitialState: () => first(controller.getInitialState()),
  });
}
