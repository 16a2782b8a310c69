/** Public types of the chat controller, for hooks, components and hosts. */
import type { Decision } from "../conversation/decisions/decision.js";
import type { Clock } from "../foundation/clock.js";
import type { ScheduleFrame } from "../foundation/frame-scheduler.js";
import type { HeadersSource } from "../foundation/headers.js";
import type { ScopedStorage } from "../identity/scoped-storage.js";
import type { SendReceipt, SessionVerbs, SessionView, WhenBusy } from "../conversation/view/session-view.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import type { ChatMessage, ChatPart } from "./chat-message.js";
import type { Presence } from "../wire/sse/attendance.js";
import type { StreamSlots } from "../foundation/stream-slots.js";

export type { ChatStatus, ErrorSubject, WhenBusy } from "../conversation/view/session-view.js";

/** State of a chat, as `useChat` and the chat controller return it. */
export interface ChatState<Part = ChatPart> extends Omit<SessionView, "settled" | "live"> {
  /**
   * The loaded messages, oldest first; an unchanged message keeps its identity. Waiting prompts are in `queue`
   * instead. About 2,000 messages, or 8 Mi characters, are loaded at most: older ones are dropped (`hasOlder`), or
   * newer ones where a reader moved back that far (`hasNewer`).
   */
  readonly messages: readonly ChatMessage<Part>[];
  /** How many of the first messages no running turn can change any more. */
  readonly settledCount: number;
  /** The turn that runs or waits for a decision. */
  readonly runningTurnId: string | null;
  readonly isStreaming: boolean;
  /** True while a decision waits for a person. */
  readonly needsInput: boolean;
}

/** A message with its key, delivery and files. */
export interface ChatSend {
  /** Needs visible text, with files too. */
  readonly text: string;
  /** Files of the message: `{ kind: "file", fileId, … }`, as `readyResources` of `useAttachments`. @default none */
  readonly resources?: readonly unknown[] | undefined;
  /** The idempotency key; made when left out, and kept from the first try to the last retry. */
  readonly clientEventId?: string | undefined;
  /** `steer` interrupts the running turn; `send` waits behind it. @default as `whenBusy` */
  readonly delivery?: "send" | "steer" | undefined;
}

/** Result of a sent message once it is accepted. */
export type ChatReceipt = SendReceipt;

/** How a turn ended, for `onFinish`. */
export interface ChatFinish {
  readonly message: ChatMessage | null;
  readonly turnId: string | null;
  readonly outcome: "complete" | "failed" | "cancelled";
}

/** Callbacks beside the state. Called once each, whatever the cause. */
export interface ChatListeners {
  readonly onFinish?: ((finish: ChatFinish) => void) | undefined;
  /** An error that the state shows, also if a promise rejects with it. */
  readonly onError?: ((error: Error) => void) | undefined;
  /** A decision began to wait for a person. */
  readonly onNeedsInput?: ((decision: Decision) => void) | undefined;
}

/** Settings that may change while the controller lives; read when used. */
export interface ChatSettings {
  /** Headers of every request. @default none */
  readonly headers?: HeadersSource | undefined;
  /** Sends requests. @default the platform's */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** @default "queue" */
  readonly whenBusy?: WhenBusy | undefined;
  /**
   * Restore and follow with the first listener. When false, only after a send or `resumeStream`, or when it is set
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
  /** The newest page, read before: shown at once, and followed from there instead of being requested. @default none */
  readonly history?: ChatHistory | undefined;
  /** @default the platform's */
  readonly clock?: Clock | undefined;
  /** @default one animation frame */
  readonly schedule?: ScheduleFrame | undefined;
  /** Whether the stream is read once a frame, for a page. @default false: as it arrives */
  readonly readsByFrame?: boolean | undefined;
  /** Random numbers from 0 to 1, for waits between retries. @default Math.random */
  readonly random?: (() => number) | undefined;
  /** Makes keys of messages. @default random UUIDs */
  readonly newId?: (() => string) | undefined;
  /** Where unsent messages outlive a reload. @default nowhere */
  readonly storage?: ScopedStorage | undefined;
  /** Whether the page is visible; one that is hidden for 15 s keeps no stream. @default always */
  readonly presence?: Presence | undefined;
  /** Shares the page's connections among its streams and requests. @default no limit */
  readonly streams?: StreamSlots | undefined;
  /** Calls back when an immediate retry is worthwhile: the network returned, the page is visible again. */
  readonly wake?: ((run: () => void) => () => void) | undefined;
  /** Calls back when the device has lost its network; the stream is then opened again, so that its loss shows at once. @default never */
  readonly offline?: ((run: () => void) => () => void) | undefined;
  /**
   * Called when the response is still 401 after `headers` was called with `refresh: true`: the person is signed out.
   */
  readonly onUnauthorized?: (() => void) | undefined;
}

/** The verbs of a chat. All functions keep their identity. */
export interface ChatVerbs extends Omit<SessionVerbs, "sendMessage"> {
  /**
   * Resolves when the message is accepted, without waiting for the answer.
   *
   * @throws {ServiceApiError} when the handler refused it, or with `outcomeUnknown` when the outcome is unknown.
   * @throws {ChatError} with code `conversation_invalid`, before anything is sent.
   * @throws {ServiceError} with code `message_required`, `chat_busy` or `message_extras_unsupported`, before anything
   *   is sent.
   */
  readonly sendMessage: (message: string | ChatSend) => Promise<ChatReceipt>;
  /** Closes the stream; the turn continues on the service. */
  readonly disconnect: () => void;
  /** Restores and follows again after `disconnect`, or after the connection was given up; ends the wait for a next try. */
  readonly resumeStream: () => void;
}

/** A chat without React: its state, subscriptions and verbs. */
export interface ChatController extends ChatVerbs {
  readonly conversation: string;
  readonly getState: () => ChatState;
  /** The state when it was made: before anything is known, or that of the given `history`. A server renders it. */
  readonly getInitialState: () => ChatState;
  /**
   * The first listener connects; soon after the last one, or after the page was hidden, the stream is closed. While
   * the page is hidden it polls every 20 s for a listener with `whileHidden`. Called at most once a frame.
   */
  readonly subscribe: (listener: () => void, options?: { readonly whileHidden?: () => boolean }) => () => void;
  /** Adds callbacks. Returns a function that removes them. */
  readonly listen: (listeners: ChatListeners) => () => void;
  /** Replaces the settings that are given; the next request uses them. */
  readonly configure: (settings: ChatSettings) => void;
  /** Asks the handler who is signed in (`GET …/identity`). Resolves once it has answered. @throws {ServiceApiError} */
  readonly identify: (signal: AbortSignal) => Promise<void>;
  /** Ends everything for good. */
  readonly dispose: () => void;
}
