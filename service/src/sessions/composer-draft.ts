import type { DraftRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict } from "./api-failure.js";
import { assertPayloadFits, sendMessage, type Accepted, type MessageInput } from "./send-message.js";
import { SessionDraft, type Cause } from "./session-draft.js";

/**
 * Owner of a draft. A session keeps one for each person that the host names, so that two who share a session neither
 * read nor overwrite each other's; callers without a person share one.
 */
export type DraftOwner = string;

/** A draft's content without its revision. An omitted source stays; null removes it. */
export interface DraftContent extends Omit<
  DraftRecord,
  "sessionId" | "owner" | "revision" | "updatedAt" | "sourceTurnId" | "sourceTurnVersion"
> {
  readonly sourceTurnId?: string | null | undefined;
  readonly sourceTurnVersion?: number | null | undefined;
}

/** Saves the draft. Equal content is no change, so a repeat after a lost response succeeds. */
export function putDraft(
  state: SessionState,
  cause: Cause,
  owner: DraftOwner,
  { expectedRevision, ...content }: DraftContent & { readonly expectedRevision: number },
): Decided<DraftRecord> {
  assertPayloadFits(content);
  const draft = new SessionDraft(state, cause);
  const before = draftOf(draft, owner);
  const next = { ...before, ...content, ...sourceOf(draft, before, content) };
  const isSame = before.revision > 0 && JSON.stringify(next) === JSON.stringify(before);
  if (isSame && expectedRevision <= before.revision) return { change: null, result: before };
  assertRevision(draft, before, expectedRevision);
  const kept = { ...next, revision: before.revision + 1, updatedAt: cause.now };
  draft.putComposer(kept);
  return draft.done(kept);
}

export interface SubmitInput {
  readonly content: DraftContent;
  readonly expectedDraftRevision: number;
  readonly message: Omit<MessageInput, "replacedTurnId">;
}

/** Sends the content and empties the draft, both or neither. A repeat sends nothing and leaves the draft alone. */
export function submitDraft(
  state: SessionState,
  cause: Cause,
  owner: DraftOwner,
  { content, expectedDraftRevision, message }: SubmitInput,
): Decided<{ readonly accepted: Accepted; readonly draft: DraftRecord }> {
  let kept = draftOf(new SessionDraft(state, cause), owner);
  const { sourceTurnId } = kept;
  const replacedTurnId = content.sourceTurnId === null ? null : sourceTurnId;
  const decided = sendMessage(state, cause, { ...message, replacedTurnId }, (draft) => {
    assertRevision(draft, kept, expectedDraftRevision);
    sourceOf(draft, kept, content);
    kept = clearedDraft(kept, cause.now);
    draft.putComposer(kept);
  });
  return { change: decided.change, result: { accepted: decided.result, draft: kept } };
}

/** The owner's draft, or an empty one. */
export function draftOf({ composer, session, cause }: SessionDraft, owner: DraftOwner): DraftRecord {
  return composer ?? emptyDraft(session.id, owner, cause.now);
}

export function emptyDraft(sessionId: string, owner: DraftOwner, now: string): DraftRecord {
  return {
    sessionId,
    owner,
    revision: 0,
    text: "",
    annotations: [],
    resources: [],
    model: null,
    reasoningEffort: null,
    latencyMode: null,
    sourceTurnId: null,
    sourceTurnVersion: null,
    updatedAt: now,
  };
}

/** The same draft with nothing in it, one revision on. */
export function clearedDraft({ sessionId, owner, revision }: DraftRecord, now: string): DraftRecord {
  return { ...emptyDraft(sessionId, owner, now), revision: revision + 1 };
}

export function hasContent({ text, annotations, resources }: DraftRecord): boolean {
  return text.trim() !== "" || annotations.length + resources.length > 0;
}

function assertRevision(draft: SessionDraft, { revision }: DraftRecord, expected: number): void {
  if (expected === revision) return;
  throw refused(draft, "DRAFT_CHANGED", "The draft changed since it was read. Read it again.", revision);
}

/** The turn that the draft is an edit of: only a withdrawal names one, so another than the known is of an older draft. */
function sourceOf(
  draft: SessionDraft,
  { sourceTurnId, sourceTurnVersion, revision }: DraftRecord,
  asked: Pick<DraftContent, "sourceTurnId" | "sourceTurnVersion">,
): Pick<DraftRecord, "sourceTurnId" | "sourceTurnVersion"> {
  if (asked.sourceTurnId === null) return { sourceTurnId: null, sourceTurnVersion: null };
  const isOther = asked.sourceTurnId !== undefined && asked.sourceTurnId !== sourceTurnId;
  const isOlder = asked.sourceTurnVersion != null && asked.sourceTurnVersion !== sourceTurnVersion;
  if (!isOther && !isOlder) return { sourceTurnId, sourceTurnVersion };
  throw refused(draft, "EDIT_SOURCE_CHANGED", "The draft is not an edit of that message any more.", revision);
}

function refused({ session }: SessionDraft, code: string, message: string, draftRevision: number) {
  return conflict(message, code, { current: { queueVersion: session.queueVersion, draftRevision } });
}
