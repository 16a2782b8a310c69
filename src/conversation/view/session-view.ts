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
   * Whether it is in flight: the service has not listed it yet, `turnId` may be its key, and only `removeQueued` takes
   * it.
   */
  readonly isSending?: boolean | undefined;
  /** Whether it is in flight and waits for the next attempt, as on a device without a network. */
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
  /** Pending decisions, oldest first, and those just decided until the log has continued. */
  readonly pending: readonly Decision[];
  /** Prompts that wait behind the running turn, in the order they will run. */
  readonly queue: readonly QueuedPrompt[];
  readonly connection: ConnectionState;
  /** When a broken connection is tried again by itself (ms since 1970); null while it is not waiting for that. */
  readonly nextAttemptAt: number | null;
  /**
   * A chat has it before its session exists. A draft and attachments take it at once; ask the service about it once
   * `created` is true.
   */
  readonly sessionId: string | null;
  readonly workspaceId: string | null;
  /** Whether the session exists; a conversation has none before its first message. */
  readonly created: boolean;
  /** True until the first page is there. */
  readonly isRestoring: boolean;
  /** True while a turn runs, so that stopping it makes sense. */
  readonly isRunning: boolean;
  /** True while the service has something that runs or waits to: not yet while a message is only on its way there. */
  readonly isAccepted: boolean;
  /** True while nothing can be reached: every request has failed for three seconds, and it is being tried again. */
  readonly isUnreachable: boolean;
  /**
   * True when there is no such session, or it is not this person's to open (404, 403): there is nothing to read or send.
   * Also when it is deleted while it is open.
   */
  readonly isMissing: boolean;
  /** Whether there are older rows than those that are loaded; `loadOlder` brings them. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /**
   * Whether later rows exist that are not loaded, as after reading far back: memory is bounded, and live ones are not
   * added to history. A send or `jumpToLatest` shows the newest part, `loadNewer` the next.
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
  /** The idempotency key; made when left out, and kept from the first try to the last retry. */
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
   * Withdraws a prompt that waits, by its `turnId`. One in flight (`isSending`) is withdrawn once the service has listed
   * it; one that waits for the next attempt (`isHeld`) is discarded at once.
   *
   * @throws {ServiceError} `turn_not_waiting` when a prompt in flight began to run at once.
   * @throws {ServiceApiError} when the prompt in flight was refused, or the withdrawal.
   */
  readonly removeQueued: (turnId: string) => Promise<void>;
  readonly clearError: () => void;
  /** Loads a page before the first row. Asked for while one loads, it is that load. Never rejects: a failure is `error`. */
  readonly loadOlder: () => Promise<void>;
  /** Loads a page after the last row, where `hasNewer`. Never rejects. */
  readonly loadNewer: () => Promise<void>;
  /** Shows the newest rows again and follows the log; does nothing when they are shown. Never rejects. */
  readonly jumpToLatest: () => Promise<void>;
  /** Tries a connection that broke or is closed again, now. Does nothing while it is live. */
  readonly reconnect: () => void;
}
