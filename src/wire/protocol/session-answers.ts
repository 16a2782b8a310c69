import * as v from "valibot";
import {
  effectiveControlSchema,
  queueSnapshotSchema,
  turnSchema,
  type EffectiveControl,
  type QueueSnapshot,
  type SessionTurn,
} from "./session.js";
import type { SessionEvent } from "./session-event.js";

/** Answers of the session API that wrap a record (`protocol.md` §1.6, §3.4, §8, §9.7). */

export interface SteerAnswer {
  readonly accepted: SessionEvent;
  readonly turn: SessionTurn | null;
}

/** Response to a control request. */
export interface ControlAnswer {
  readonly effectiveControl?: EffectiveControl | undefined;
  /** Number of turns it ended; absent from some servers. */
  readonly cancelledTurnCount?: number | undefined;
}

/** Response to a change of the queue. */
export interface QueueAnswer {
  readonly snapshot: QueueSnapshot;
}

/** The answer to a removal. */
export interface DeletedSession {
  /** Number of deleted sessions, children included. Null when an older server does not report it. */
  readonly deletedSessionCount: number | null;
  /** Number of erased records of each kind. Missing from older servers. */
  readonly erased?: Readonly<Record<string, number>> | undefined;
}

/** Schema of `DeletedSession`. */
export const deletedSessionSchema = v.looseObject({
  deletedSessionCount: v.nullish(v.number(), null),
  erased: v.optional(v.record(v.string(), v.number())),
});
/** Schema of `SteerAnswer`. */
export const steerAnswerSchema = v.looseObject({ accepted: v.unknown(), turn: v.nullish(turnSchema, null) });
/** Schema of `ControlAnswer`. */
export const controlAnswerSchema = v.looseObject({
  effectiveControl: v.optional(effectiveControlSchema),
  cancelledTurnCount: v.optional(v.number()),
});
/** Schema of `QueueAnswer`. */
export const queueAnswerSchema = v.looseObject({ snapshot: queueSnapshotSchema });
