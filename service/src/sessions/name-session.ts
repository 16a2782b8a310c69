import type { SessionRecord } from "../store/records.js";
import type { Decided, SessionState } from "../store/store.js";
import { conflict } from "./api-failure.js";
import { SessionDraft, type Cause } from "./session-draft.js";

/** A person's title; the agent does not change it any more. */
export function renameSession(state: SessionState, cause: Cause, title: string): Decided<null> {
  const draft = new SessionDraft(state, cause);
  draft.patch({ title, titleSource: "user" });
  draft.emit("session.title_set", { title, source: "user", ...(cause.actor && { actor: cause.actor }) });
  return draft.done(null);
}

export interface PinInput {
  readonly pinned: boolean;
  readonly expectedVersion?: number | undefined;
}

/** Pins the session for everyone who sees it, or unpins it; nothing happens when it is already so. */
export function pinSession(state: SessionState, cause: Cause, input: PinInput): Decided<null> {
  const { pinnedAt = null, pinVersion = 0 }: SessionRecord = state.session;
  if ((pinnedAt !== null) === input.pinned) return { change: null, result: null };
  if (input.expectedVersion !== undefined && input.expectedVersion !== pinVersion) {
    throw conflict("The session was pinned or unpinned since it was read. Read it again.");
  }
  const draft = new SessionDraft(state, cause);
  draft.patch({ pinnedAt: input.pinned ? cause.now : null, pinVersion: pinVersion + 1 });
  return draft.done(null);
}

export interface ArchiveInput {
  readonly archived: boolean;
  readonly expectedVersion?: number | undefined;
}

/** Puts the session away, or takes it out again; nothing happens when it is already so. */
export function archiveSession(state: SessionState, cause: Cause, input: ArchiveInput): Decided<null> {
  const { archivedAt, archiveVersion }: SessionRecord = state.session;
  // A repeat after a lost response: the state is already as requested.
  if ((archivedAt !== null) === input.archived) return { change: null, result: null };
  if (input.expectedVersion !== undefined && input.expectedVersion !== archiveVersion) {
    throw conflict("The session was archived or taken out since it was read. Read it again.");
  }
  const draft = new SessionDraft(state, cause);
  draft.patch({ archivedAt: input.archived ? cause.now : null, archiveVersion: archiveVersion + 1 });
  return draft.done(null);
}
