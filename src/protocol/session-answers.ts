import * as v from "valibot";
import { apiKeySchema } from "./organization.js";
import {
  effectiveControlSchema,
  humanInputRecordSchema,
  queueSnapshotSchema,
  sessionSchema,
  turnSchema,
  workspaceSchema,
  type EffectiveControl,
  type QueueSnapshot,
  type Session,
  type SessionTurn,
  type Workspace,
} from "./session.js";
import type { SessionEvent } from "./session-event.js";

/** Answers of the session API that wrap a record (`protocol.md` §1.6, §3.4, §8, §9.7). */

export interface SessionPage {
  readonly pinned: readonly Session[];
  /** Newest first. */
  readonly sessions: readonly Session[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

export interface SteerAnswer {
  readonly accepted: SessionEvent;
  readonly turn: SessionTurn | null;
}

export interface ControlAnswer {
  readonly effectiveControl?: EffectiveControl | undefined;
  /** How many turns it ended; not every server tells. */
  readonly cancelledTurnCount?: number | undefined;
}

export interface QueueAnswer {
  readonly snapshot: QueueSnapshot;
}

export interface EnsuredWorkspace {
  readonly workspace: Workspace;
  /** Whether it was made by this call. */
  readonly created: boolean;
}

export const sessionPageSchema = v.looseObject({
  pinned: v.optional(v.array(sessionSchema), []),
  sessions: v.array(sessionSchema),
  nextCursor: v.nullish(v.string(), null),
});

export const sessionListSchema = v.array(sessionSchema);
export const turnListSchema = v.array(turnSchema);
export const humanInputListSchema = v.looseObject({ requests: v.array(humanInputRecordSchema) });
export const steerAnswerSchema = v.looseObject({ accepted: v.unknown(), turn: v.nullish(turnSchema, null) });
export const controlAnswerSchema = v.looseObject({
  effectiveControl: v.optional(effectiveControlSchema),
  cancelledTurnCount: v.optional(v.number()),
});
export const queueAnswerSchema = v.looseObject({ snapshot: queueSnapshotSchema });
export const ensuredWorkspaceSchema = v.looseObject({
  workspace: workspaceSchema,
  created: v.optional(v.boolean(), false),
});
export const apiKeyListSchema = v.looseObject({ apiKeys: v.array(apiKeySchema) });
export const createdApiKeySchema = v.looseObject({ apiKey: apiKeySchema, token: v.string() });
