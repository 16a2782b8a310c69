import { useStore } from "zustand/react";
import { createSessionViewer } from "../chat/chat-session-view.js";
import type { ChatSource } from "./chat-source.js";
import { readableStore, type ReadableStore } from "./readable-store.js";
import type { SessionVerbs, SessionView } from "./session-view.js";
import { useChatSource } from "./use-chat.js";

/** Options of `useSession`. */
export interface UseSessionOptions {
  /** The host's stable id of the thread; undefined while it is not known yet. */
  readonly conversation: string | undefined;
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /** When false, nothing is requested and the view stays empty. @default true */
  readonly enabled?: boolean | undefined;
}

/** A session through the chat handler, with this door's own state and verbs. */
export interface ConversationSession extends SessionView, SessionVerbs {
  /** When a broken connection is tried again by itself (ms since 1970); null while it is not waiting for that. */
  readonly nextAttemptAt: number | null;
  /** Whether there are older messages than those that are loaded. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /** Loads a page of older messages. Does nothing while one loads or when there is none; a failure is `error`. */
  readonly loadOlder: () => Promise<void>;
  /** Whether later messages exist that are not loaded, as after reading far back. */
  readonly hasNewer: boolean;
  readonly isLoadingNewer: boolean;
  /** Loads a page of newer messages. Does nothing while one loads or when there is none; a failure is `error`. */
  readonly loadNewer: () => Promise<void>;
  /** Shows the newest messages again. */
  readonly jumpToLatest: () => Promise<void>;
  /** Sends a message that interrupts the running turn. */
  readonly steer: (text: string) => Promise<void>;
  /** Tries a connection that broke or is closed again, now. Does nothing while it is live. */
  readonly reconnect: () => void;
}

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

/** The same as something to subscribe to. */
export function useSessionStore(options: UseSessionOptions): ReadableStore<ConversationSession> {
  return sessionOf(useChatSource(options));
}

/** State of this door only. */
type Told = "nextAttemptAt" | "hasOlder" | "isLoadingOlder" | "hasNewer" | "isLoadingNewer";

const sessions = new WeakMap<ChatSource, ReadableStore<ConversationSession>>();

/** The same chat seen as a session; one for each chat, so that all who look share its groups. */
function sessionOf(chat: ChatSource): ReadableStore<ConversationSession> {
  const known = sessions.get(chat) ?? viewSession(chat);
  sessions.set(chat, known);
  return known;
}

function viewSession({ controller, subscribe }: ChatSource): ReadableStore<ConversationSession> {
  const { sendMessage, stop, respond, retry, discard, removeQueued, clearError } = controller;
  const { loadOlder, loadNewer, jumpToLatest } = controller;
  const verbs: Omit<ConversationSession, keyof SessionView | Told> = {
    sendMessage,
    stop,
    respond,
    retry,
    discard,
    removeQueued,
    loadOlder,
    loadNewer,
    jumpToLatest,
    clearError,
    steer(text) {
      const sent = sendMessage({ text, delivery: "steer" }).then(() => {});
      sent.catch(() => {});
      return sent;
    },
    reconnect: controller.resumeStream,
  };
  const show = (viewer: ReturnType<typeof createSessionViewer>) => {
    const shown = new WeakMap<SessionView, ConversationSession>();
    return (state: Parameters<typeof viewer>[0]) => {
      const view = viewer(state);
      const { nextAttemptAt, hasOlder, isLoadingOlder, hasNewer, isLoadingNewer } = state;
      const told = { nextAttemptAt, hasOlder, isLoadingOlder, hasNewer, isLoadingNewer };
      const session = shown.get(view) ?? { ...view, ...verbs, ...told };
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
