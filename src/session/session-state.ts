/** What a session controller shows and what can be done with it. The same shape that a chat shows its session in. */
import type { Decision, DecisionResponse } from "../decisions/decision.js";
import type { ConnectionState } from "../foundation/connection.js";
import type { Actor } from "../protocol/decisions.js";
import type { SessionStatus } from "../protocol/session.js";
import type { TimelineGroup } from "../timeline/groups.js";

/** A prompt that waits behind the running turn. */
export interface QueuedTurn {
  readonly turnId: string;
  readonly text: string;
  readonly clientEventId?: string | undefined;
  readonly actor?: Actor | undefined;
}

export interface SessionControllerState {
  /** The session's own status; null until it is known. */
  readonly status: SessionStatus | null;
  readonly title: string | null;
  /** Groups that no running turn can change any more. */
  readonly settled: readonly TimelineGroup[];
  /** Groups of the running turn, and messages that the log does not have yet. */
  readonly live: readonly TimelineGroup[];
  /** What waits for a person, oldest first, and what was just decided until the log has moved on. */
  readonly pending: readonly Decision[];
  /** Prompts that wait behind the running turn, in the order they will run. */
  readonly queue: readonly QueuedTurn[];
  readonly connection: ConnectionState;
  readonly sessionId: string;
  /** The real id; until the session is read, the one that was asked for. */
  readonly workspaceId: string | null;
  readonly created: boolean;
  /** True until the first page is there. */
  readonly isRestoring: boolean;
  /** True while a turn runs, so that stopping it makes sense. */
  readonly isRunning: boolean;
  /** Whether the inference of the session is paused. */
  readonly isPaused: boolean;
  /** Whether the log goes back further than what is loaded. */
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly error: Error | null;
}

export interface SessionMessage {
  readonly text: string;
  /** The idempotency key; made when left out, and kept from the first try to the last retry. */
  readonly clientEventId?: string | undefined;
  /** `steer` interrupts the running turn; `send` waits behind it. @default "send" */
  readonly delivery?: "send" | "steer" | undefined;
}

export interface SessionReceipt {
  readonly clientEventId: string;
  readonly turnId: string | null;
}

/** All functions keep their identity for the controller's life. */
export interface SessionController {
  readonly getState: () => SessionControllerState;
  /** Connects with the first listener and disconnects shortly after the last. Listeners run at most once a frame. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Resolves when the message is accepted and never waits for the answer.
   *
   * @throws {ServiceApiError} when it was refused, or when its outcome stays unknown; the message stays in `live`.
   */
  readonly sendMessage: (message: string | SessionMessage) => Promise<SessionReceipt>;
  /** Sends a message that interrupts the running turn. */
  readonly steer: (text: string) => Promise<void>;
  /** Interrupts the running turn on the service and keeps what came. */
  readonly stop: () => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Decides an approval or answers a question; resolves when accepted, and the log settles it. */
  readonly respond: (id: string, response: DecisionResponse) => Promise<void>;
  /** Sends a failed or unknown message again, with the same key. */
  readonly retry: (clientEventId: string) => Promise<void>;
  /** Forgets a failed or unknown message. */
  readonly discard: (clientEventId: string) => void;
  /** Withdraws a prompt that waits. */
  readonly removeQueued: (turnId: string) => Promise<void>;
  /** Loads a page of older events. Never rejects: a failure is `error`. Does nothing while one loads or when there is none. */
  readonly loadOlder: () => Promise<void>;
  readonly clearError: () => void;
  /** Ends everything for good: requests abort, listeners are let go. */
  readonly dispose: () => void;
}
