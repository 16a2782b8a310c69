import * as v from "valibot";
import { sessionSchema, turnSchema, type Session } from "./session.js";

/**
 * Lists of sessions and of their contents (`protocol.md` §1.6, §3.4): a separate file, since a page of one session
 * reads none.
 */

export interface SessionPage {
  /** Newest pin first, at most 50, on the first page alone; they are not among `sessions`. */
  readonly pinned: readonly Session[];
  /** Newest first. */
  readonly sessions: readonly Session[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const text = v.string();

/** Schema of `HumanInputRecord`. */
export const humanInputRecordSchema = v.looseObject({
  id: text,
  sessionId: text,
  turnId: text,
  status: v.picklist(["pending", "answered", "skipped", "expired", "cancelled"]),
  allowSkip: v.boolean(),
  expiresAt: v.nullish(text, null),
});

/** Schema of `SessionPage`. */
export const sessionPageSchema = v.looseObject({
  pinned: v.optional(v.array(sessionSchema), []),
  sessions: v.array(sessionSchema),
  nextCursor: v.nullish(v.string(), null),
});

/** Schema of `SessionList`. */
export const sessionListSchema = v.array(sessionSchema);
/** Schema of `TurnList`. */
export const turnListSchema = v.array(turnSchema);
/** Schema of `HumanInputList`. */
export const humanInputListSchema = v.looseObject({ requests: v.array(humanInputRecordSchema) });
