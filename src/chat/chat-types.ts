/**
 * What the chat controller takes and gives. Types only: the words that hooks, components and hosts meet.
 */
import type { Decision } from "../conversation/decisions/decision.js";
import type { Clock } from "../foundation/clock.js";
import type { ConnectionState } from "../foundation/connection.js";
import type { ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { HeadersSource } from "../foundation/headers.js";
import type { ScopedStorage } from "../identity/scoped-storage.js";
import type { SessionStatus } from "../wire/protocol/session.js";
import type { QueuedPrompt, SendReceipt, SessionVerbs, WhenBusy } from "../conversation/view/session-view.js";
import type { ChatMessage, ChatPart } from "./chat-message.js";
import type { Presence } from "../wire/sse/attendance.js";
import type { StreamSlots } from "../foundation/stream-slots.js";

/**
 * `submitted`: a message is on its way and nothing of its answer is here yet · `streaming`: an answer is being written ·
 * `error`: something failed that `error` tells of, nothing has mended it since, and `clearError` was not called · `ready`: everything else, also while
 * a decision waits for a person.
 */
export type ChatStatus = "ready" | "submitted" | "streaming" | "error";

/** While a turn runs; `reject` refuses with code `chat_busy`. */
export type { WhenBusy } from "../conversation/view/session-view.js";

/** State of a chat, as `useChat` and the chat controller return it. */
export interface ChatState<Part = ChatPart> {
  /** What is loaded of all that was said, oldest first; an untouched message keeps its identity. Prompts that wait are in `queue` instead. */
  readonly messages: readonly ChatMessage<Part>[];
  readonly status: ChatStatus;
  /** The last failure of a send, a turn, the connection or an older page. */
  readonly error: Error | null;
  /** What waits for a person, oldest first, and what was just decided until the log has moved on. */
  readonly pending: readonly Decision[];
  /** Prompts that wait behind the running turn, in the order they will run. */
  readonly queue: readonly QueuedPrompt[];
  readonly connection: ConnectionState;
  /** When a broken connection is tried again by itself (ms since 1970); null while it is not waiting for that. */
  readonly nextAttemptAt: number | null;
  /** The session's own status; null until it is known or while there is no session. */
  readonly sessionStatus: SessionStatus | null;
  readonly sessionId: string | null;
  readonly workspaceId: string | null;
  /** Whether the session exists; a conversation has none before its first message. */
  readonly created: boolean;
  /** Whether there are older messages than those that are loaded; `loadOlder` brings them. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /**
   * Whether messages follow those that are loaded: a reader who went back more than 2,000 messages, or 8 Mi characters, sees a part that ends
   * there. A send or `jumpToLatest` shows the newest part, `loadNewer` the next.
   */
  readonly hasNewer: boolean;
  readonly isLoadingNewer: boolean;
  /** How many of the first messages no running turn can change any more. */
  readonly settledCount: number;
  /** The turn that runs or waits for a decision. */
  readonly runningTurnId: string | null;
  /** True until the history is there. */
  readonly isRestoring: boolean;
  readonly isStreaming: boolean;
  /** True while a turn runs, waits for a decision or is about to start: stopping it makes sense. */
  readonly isRunning: boolean;
  /** True while the service has something that runs or waits to: not yet while a message is only on its way there. */
  readonly isAccepted: boolean;
  /** True while nothing can be reached: every request has failed for three seconds, and it is being tried again. */
  readonly isUnreachable: boolean;
  /** True when there is no such conversation, or it is not this person's to open (404, 403): there is nothing to read or send. */
  readonly isMissing: boolean;
  /** True while a decision waits for a person. */
  readonly needsInput: boolean;
}

/** A message with its key and delivery. */
export interface ChatSend {
  readonly text: string;
  /** The idempotency key; made when left out, and kept from the first try to the last retry. */
  readonly clientEventId?: string | undefined;
  /** `steer` interrupts the running turn; `send` waits behind it. @default what `whenBusy` says */
  readonly delivery?: "send" | "steer" | undefined;
}

/** What a sent message returns once it is accepted. */
export type ChatReceipt = SendReceipt;

/** How a turn ended, for `onFinish`. */
export interface ChatFinish {
  readonly message: ChatMessage | null;
  readonly turnId: string | null;
  readonly outcome: "complete" | "failed" | "cancelled";
}

/** What a listener may be told beside the state. Called once each, whoever caused it. */
export interface ChatListeners {
  readonly onFinish?: ((finish: ChatFinish) => void) | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
  /** A decision began to wait for a person. */
  readonly onNeedsInput?: ((decision: Decision) => void) | undefined;
}

/** What may change while the controller lives; read when used. */
export interface ChatSettings {
  /** Headers of every request. @default none */
  readonly headers?: HeadersSource | undefined;
  /** Sends requests. @default the platform's */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** @default "queue" */
  readonly whenBusy?: WhenBusy | undefined;
  /**
   * Restore and follow as soon as somebody listens. When false, only after a send or `resumeStream`, or when it is set
   * later.
   *
   * @default true
   */
  readonly resume?: boolean | undefined;
}

/** Options of `createChatController`. */
export interface ChatControllerOptions extends ChatSettings, ChatListeners {
  /** Where the chat handler is mounted. @default "/api/chat" */
  readonly api?: string | undefined;
  /** The host's stable id of the thread. */
  readonly conversation: string;
  /** @default the platform's */
  readonly clock?: Clock | undefined;
  /** @default one animation frame */
  readonly schedule?: ScheduleFrame | undefined;
  /** Random numbers from 0 to 1, for waits between retries. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Makes keys of messages. @default random UUIDs */
  readonly newId?: (() => string) | undefined;
  /** Where unsent messages outlive a reload. @default nowhere */
  readonly storage?: ScopedStorage | undefined;
  /** Whether anybody can see the page; one that is hidden for 15 s holds no stream. @default always */
  readonly presence?: Presence | undefined;
  /** Shares the page's connections among its streams and requests. @default this chat's open when they like */
  readonly streams?: StreamSlots | undefined;
  /** Calls back when a retry is worth while at once: the network came back, the page is looked at again. */
  readonly wake?: ((run: () => void) => () => void) | undefined;
  /** Called with a 401 that stands after `headers` were asked for with `refresh: true`: nobody is signed in any more. */
  readonly onUnauthorized?: (() => void) | undefined;
}

/** What a person can do with a chat. All functions keep their identity. */
export interface ChatVerbs extends Omit<SessionVerbs, "sendMessage"> {
  /**
   * Resolves when the message is accepted, never waits for the answer.
   *
   * @throws {ServiceApiError} when the handler refused it, or with `outcomeUnknown` when nobody knows whether it arrived.
   * @throws {ChatError} with code `conversation_invalid`, before anything is sent.
   * @throws {ServiceError} with code `message_required`, `chat_busy` or `message_extras_unsupported`, before anything is sent.
   */
  readonly sendMessage: (message: string | ChatSend) => Promise<ChatReceipt>;
  /** Interrupts the running turn on the service and keeps what came. Pressed early, it is sent once the turn is known. */
  readonly stop: () => Promise<void>;
  /** Lets go of the stream; the turn goes on without us. */
  readonly disconnect: () => void;
  /** Loads the messages before the first. Asked for while it loads, it is the same load; a failure is `error`. Never rejects. */
  readonly loadOlder: () => Promise<void>;
  /** Loads the messages after the last, where `hasNewer`. Never rejects. */
  readonly loadNewer: () => Promise<void>;
  /** Shows the newest messages again. Never rejects. */
  readonly jumpToLatest: () => Promise<void>;
  /** Restores and follows again after `disconnect`, or after the connection was given up; ends the wait for a next try. */
  readonly resumeStream: () => void;
}

/** A chat without React: its state, subscriptions and verbs. */
export interface ChatController extends ChatVerbs {
  readonly conversation: string;
  readonly getState: () => ChatState;
  /** The state before anything is known; what a server renders. */
  readonly getInitialState: () => ChatState;
  /**
   * The first listener connects; soon after the last has gone, or the page was hidden, the stream is let go. While the page
   * is hidden a look is taken every 20 s for one that listens `whileHidden`. Called at most once a frame.
   */
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
  /** Adds callbacks; the returned function takes them away. */
  readonly listen: (listeners: ChatListeners) => () => void;
  /** Replaces the settings that are given; the next request uses them. */
  readonly configure: (settings: ChatSettings) => void;
  /** Asks the handler who is signed in (`GET …/identity`). Resolves once it has answered. @throws {ServiceApiError} */
  readonly identify: (signal: AbortSignal) => Promise<void>;
  /** Ends everything for good. */
  readonly dispose: () => void;
}
