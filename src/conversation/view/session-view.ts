import type { Decision, DecisionResponse } from "../decisions/decision.js";
import type { ConnectionState } from "../../foundation/connection.js";
import type { MessageExtras } from "../outbox/outbox-entry.js";
import type { SendReceipt } from "../outbox/delivery.js";
import type { Actor } from "../../wire/protocol/decisions.js";
import type { SessionStatus } from "../../wire/protocol/session.js";
import type { TimelineGroup } from "../../timeline/groups.js";

export type { MessageExtras } from "../outbox/outbox-entry.js";
export type { SendReceipt } from "../outbox/delivery.js";
export type { ResumeOption } from "../../wire/protocol/session.js";

/** Effect of a send while a turn runs: wait behind it, interrupt it, or be refused. */
export type WhenBusy = "queue" | "steer" | "reject";

/** A prompt that waits behind the running turn. */
export interface QueuedPrompt {
  readonly turnId: string;
  readonly text: string;
  readonly clientEventId?: string | undefined;
  readonly actor?: Actor | undefined;
  /**
   * Whether the prompt is in flight: the service has not listed it yet. `turnId` may then be its key, and only
   * `removeQueued` accepts it.
   */
  readonly isSending?: boolean | undefined;
  /** Whether the prompt is in flight and waits for the next attempt, as on a device without a network. */
  readonly isHeld?: boolean | undefined;
}

/**
 * `submitted`: a message is in flight and nothing of its answer has arrived · `streaming`: an answer is being written
 * · `error`: a failure in `error` that nothing has resolved, and `clearError` was not called · `ready`: everything
 * else, also while a decision waits for a person.
 */
export type ChatStatus = "ready" | "submitted" | "streaming" | "error";

/** Subject of an error: where it is shown beside its cause. */
export type ErrorSubject = "connection" | "message" | "decision" | "stop" | "turn" | "page";

/** One session for display, through either door. */
export interface SessionView {
  /** State of the conversation for display; the same in all hooks. */
  readonly status: ChatStatus;
  /** The session's own status; null until it is known or while there is no session. */
  readonly sessionStatus: SessionStatus | null;
  /** Groups that no running turn can change any more. */
  readonly settled: readonly TimelineGroup[];
  /** Groups of the running turn, and messages that the log does not have yet. */
  readonly live: readonly TimelineGroup[];
  /** Pending decisions, oldest first. A decided one stays until the log has continued. */
  readonly pending: readonly Decision[];
  /** Prompts that wait behind the running turn, in the order they will run. */
  readonly queue: readonly QueuedPrompt[];
  readonly connection: ConnectionState;
  /** Time of the next automatic attempt to connect (ms since 1970); null while none is planned. */
  readonly nextAttemptAt: number | null;
  /**
   * A chat has the id before its session exists. Drafts and attachments accept it at once; request the session only once
   * `created` is true.
   */
  readonly sessionId: string | null;
  readonly workspaceId: string | null;
  /** Whether the session exists; a conversation has none before its first message. */
  readonly created: boolean;
  /** True until the first page is loaded. */
  readonly isRestoring: boolean;
  /** True while a turn runs that can be stopped. */
  readonly isRunning: boolean;
  /** True while the service runs or queues a turn. False while a message is only on its way there. */
  readonly isAccepted: boolean;
  /** True while every request has failed for three seconds; the kit retries. */
  readonly isUnreachable: boolean;
  /**
   * True when the session does not exist or this person may not open it (404, 403), so nothing can be read or sent. Also
   * when it is deleted while it is open.
   */
  readonly isMissing: boolean;
  /** Whether rows older than the loaded ones exist; `loadOlder` loads them. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /**
   * Whether newer rows exist that are not loaded, as after reading far back: memory is bounded, and live rows are then
   * not added. A send or `jumpToLatest` shows the newest rows, `loadNewer` the next page.
   */
  readonly hasNewer: boolean;
  readonly isLoadingNewer: boolean;
  /** The last failure of a send, a decision, a stop, a turn, the connection or a page, until its cause is over. */
  readonly error: Error | null;
  /** Subject of `error`; null without one. */
  readonly errorAbout: ErrorSubject | null;
}

/**
 * The chat handler takes text and files. Further extras go only through the session API; a chat rejects them with
 * `message_extras_unsupported`.
 */
export interface SendMessageInput extends MessageExtras {
  readonly text: string;
  /** The idempotency key, the same for every retry. @default a new one */
  readonly clientEventId?: string | undefined;
  /** `steer` interrupts the running turn; `send` waits behind it. @default "send" */
  readonly delivery?: "send" | "steer" | undefined;
}

/** The verbs of a session, through either door. All functions keep their identity. */
export interface SessionVerbs {
  /**
   * Resolves when the message is accepted and never waits for the answer.
   *
   * @throws {ServiceApiError} when it was refused, or when its outcome stays unknown; the message stays in `live`.
   * @throws {ServiceError} `message_required` without visible text, `chat_busy` with `whenBusy: "reject"`; nothing is sent.
   */
  readonly sendMessage: (message: string | SendMessageInput) => Promise<SendReceipt>;
  /** Sends a message that interrupts the running turn. */
  readonly steer: (text: string) => Promise<void>;
  /** Interrupts the running turn on the service and keeps its text. An early press is sent once the turn is known. */
  readonly stop: () => Promise<void>;
  /** Decides an approval or answers a question; resolves when accepted, and the log settles it. */
  readonly respond: (id: string, response: DecisionResponse) => Promise<void>;
  /** Sends a failed or unknown message again, with the same key. */
  readonly retry: (clientEventId: string) => Promise<void>;
  /** Forgets a message that failed, is unknown or waits for the next attempt. */
  readonly discard: (clientEventId: string) => void;
  /**
   * Withdraws a waiting prompt by its `turnId`. A prompt in flight (`isSending`) is withdrawn once the service has listed
   * it; a prompt that waits for the next attempt (`isHeld`) is discarded at once.
   *
   * @throws {ServiceError} `turn_not_waiting` when a prompt in flight began to run at once.
   * @throws {ServiceApiError} when the prompt in flight was refused, or the withdrawal.
   */
  readonly removeQueued: (turnId: string) => Promise<void>;
  readonly clearError: () => void;
  /** Loads a page before the first row, or returns the load in progress. Never rejects: a failure is `error`. */
  readonly loadOlder: () => Promise<void>;
  /** Loads a page after the last row, if `hasNewer`. Never rejects. */
  readonly loadNewer: () => Promise<void>;
  /** Shows the newest rows again and follows the log; does nothing when they are shown. Never rejects. */
  readonly jumpToLatest: () => Promise<void>;
  /** Reconnects at once if the connection is broken or closed. Does nothing while it is live. */
  readonly reconnect: () => void;
}
