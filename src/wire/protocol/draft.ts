import * as v from "valibot";
import type { Actor } from "./decisions.js";
import { turnSchema, type SessionTurn } from "./session.js";
import { queueAnswerSchema, type QueueAnswer } from "./session-answers.js";
import type { SessionEvent } from "./session-event.js";

/**
 * A person's unsent draft (`protocol.md` §3.4). A session keeps one for each actor, so two people who share the
 * session never see or overwrite each other's; writes without an actor share one.
 */

export interface DraftContent {
  readonly text: string;
  readonly annotations?: readonly unknown[] | undefined;
  readonly resources?: readonly unknown[] | undefined;
  readonly model?: string | null | undefined;
  readonly reasoningEffort?: string | null | undefined;
  readonly latencyMode?: string | null | undefined;
  /** The withdrawn turn that this is an edit of; null detaches it, left out keeps it. */
  readonly sourceTurnId?: string | null | undefined;
  readonly sourceTurnVersion?: number | null | undefined;
}

/** A person's unsent text of a session, with its revision. */
export interface ComposerDraft extends DraftContent {
  /** Grows by one with every change; 0 when nothing was ever kept. */
  readonly revision: number;
  /** Null when nothing was ever kept. */
  readonly updatedAt: string | null;
}

/** Body that saves a draft. */
export interface PutDraftBody extends DraftContent {
  readonly expectedRevision: number;
  readonly actor?: Actor;
}

/** Sends the content as a message and empties the draft, both or neither. */
export interface SubmitDraftBody extends DraftContent {
  readonly clientEventId: string;
  /** At least 1: a draft that was never kept cannot be submitted. */
  readonly expectedDraftRevision: number;
  /** @default "send" */
  readonly delivery?: "send" | "steer";
  readonly controlEtag?: string;
  readonly modelContext?: string;
  readonly actor?: Actor;
}

/** Response to the submission of a draft. */
export interface SubmittedDraft {
  readonly accepted: SessionEvent;
  readonly turn: SessionTurn | null;
  /** Empty now. */
  readonly draft: ComposerDraft;
  /** Whether this is the answer to a repeat. */
  readonly replay: boolean;
}

/** A queued turn whose text moved to the draft. */
export interface EditedTurn extends QueueAnswer {
  readonly draft: ComposerDraft;
}

const maybeText = v.nullish(v.string(), null);
const list = v.nullish(v.array(v.unknown()), []);

/** Schema of `ComposerDraft`. */
export const composerDraftSchema = v.looseObject({
  revision: v.number(),
  text: v.string(),
  annotations: list,
  resources: list,
  model: maybeText,
  reasoningEffort: maybeText,
  latencyMode: maybeText,
  sourceTurnId: maybeText,
  sourceTurnVersion: v.nullish(v.number(), null),
  updatedAt: maybeText,
});

/** `accepted` is read by the guard of events. */
export const submittedDraftSchema = v.looseObject({
  accepted: v.unknown(),
  turn: v.nullish(turnSchema, null),
  draft: composerDraftSchema,
  replay: v.optional(v.boolean(), false),
});

/** Schema of `EditedTurn`. */
export const editedTurnSchema = v.looseObject({ ...queueAnswerSchema.entries, draft: composerDraftSchema });
