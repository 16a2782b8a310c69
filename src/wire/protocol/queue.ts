import * as v from "valibot";
import { ServiceApiError } from "./api-error.js";
import type { Actor } from "./decisions.js";
import { isRecord } from "./read-fields.js";

/** Writes to a session's queue (`protocol.md` §3.4): bodies, answers and conflicts. */

interface QueueWrite {
  /** 1 to 256 characters. A repeated key returns the first response. */
  readonly clientEventId: string;
  readonly actor?: Actor;
}

/** Body that moves a queued turn. */
export interface MoveTurnBody extends QueueWrite {
  /** The `version` of the snapshot that the caller saw. */
  readonly expectedQueueVersion: number;
  /** The waiting turn to insert it before; null appends it. */
  readonly beforeTurnId: string | null;
}

/** Moves a waiting turn's message from the queue into the composer's draft. */
export interface EditTurnBody extends QueueWrite {
  readonly expectedTurnVersion: number;
  readonly expectedDraftRevision: number;
  /** Whether a draft that has content may be lost. @default false */
  readonly replaceDraft?: boolean;
}

/** Ends the running turn and runs a waiting one next. */
export interface SteerTurnBody extends QueueWrite {
  readonly expectedTurnVersion: number;
  readonly controlEtag?: string;
}

/** Body that removes a queued turn. */
export interface DeleteTurnBody extends QueueWrite {
  readonly expectedTurnVersion?: number;
  readonly reason?: string;
}

/** Result of a write; a repeat returns the same one. */
export interface Receipt {
  readonly id: string;
  readonly action: string;
  /** The `clientEventId` of the write. */
  readonly operationKey: string | null;
  readonly targetSessionId: string;
  readonly targetTurnId: string | null;
  readonly appliedControlRevision: number | null;
  readonly appliedQueueVersion: number | null;
  readonly appliedTurnVersion: number | null;
  readonly appliedDraftRevision: number | null;
  readonly createdAt: string;
}

const maybeText = v.nullish(v.string(), null);
const maybeNumber = v.nullish(v.number(), null);

/** Schema of `Receipt`. */
export const receiptSchema = v.looseObject({
  id: v.string(),
  action: v.string(),
  operationKey: maybeText,
  targetSessionId: v.string(),
  targetTurnId: maybeText,
  appliedControlRevision: maybeNumber,
  appliedQueueVersion: maybeNumber,
  appliedTurnVersion: maybeNumber,
  appliedDraftRevision: maybeNumber,
  createdAt: v.string(),
});

/** Reason of a 409: the write was based on older versions. */
export type ConflictCode =
  | "QUEUE_VERSION_CHANGED"
  | "QUEUE_PROMPT_STARTED"
  | "QUEUE_ANCHOR_CHANGED"
  | "PROMPT_CHANGED"
  | "DRAFT_CHANGED"
  | "DRAFT_NOT_EMPTY"
  | "EDIT_SOURCE_CHANGED"
  | "CONTROL_CHANGED"
  | "IDEMPOTENCY_KEY_REUSED";

/** Current versions, for a write that was based on older ones. */
export interface ConflictState {
  readonly queueVersion?: number | undefined;
  readonly turnVersion?: number | undefined;
  readonly draftRevision?: number | undefined;
}

/** Reads the current versions from a 409; undefined for any other failure, and when the response has none. */
export function conflictState(error: unknown): ConflictState | undefined {
  if (!(error instanceof ServiceApiError) || error.status !== 409) return undefined;
  const current = isRecord(error.details) ? error.details["current"] : undefined;
  return isRecord(current) ? current : undefined;
}
