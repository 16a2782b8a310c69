/** Claims of sessions by workers, and the next due times. */
import type { SessionRecord } from "./records.js";

/** Result of `claimSession`. */
export interface Claim {
  /** Null when no session was free. */
  readonly claimed: {
    readonly session: SessionRecord;
    readonly lease: Lease;
    /** A limit of running turns applies, so that another session may wait for the end of this turn. */
    readonly isLimited: boolean;
    /** The workspace's, for the turn that starts. Null without any. */
    readonly agentInstructions: string | null;
  } | null;
  /** The rest of the work, without the leases of the owner who claims. */
  readonly due: NextDue;
}

/** The earliest time of each kind of work; null when there is none. */
export interface NextDue {
  /** `wakeAt` of any session. */
  readonly session: string | null;
  /** `wakeAt` of any task. */
  readonly task: string | null;
  /** `dueAt` of any automation run. */
  readonly run: string | null;
  /**
   * Of runnable sessions: `expiresAt` of the lease, or `updatedAt` where there is none. A session that is free although
   * a worker has just looked was locked in that moment by another change. Without those that `claimSession` passes over.
   */
  readonly turn: string | null;
  /** The session whose lease ends at `turn`; null when `turn` is the time of a free session. */
  readonly leased: string | null;
  /** A workspace or a person has as many running turns as it may, so a free session may wait for the end of one. */
  readonly isLimitReached: boolean;
}

/**
 * The right to write a session's turn. Identified by `fence` and by `owner`, since a session that was deleted and
 * created again under its id counts from the start.
 */
export interface Lease {
  readonly sessionId: string;
  readonly owner: string;
  readonly fence: number;
}
