/** Erases people's data (docs/privacy.md): what runs is ended, then the records and the bytes of files go. */
import { fileResourceOf, isServiceError, type EndUser } from "@service/sdk/protocol";
import { settleRuns } from "../schedules/run-tasks.js";
import type { Cause } from "../sessions/session-draft.js";
import { sessionsBelow } from "../sessions/session-tree.js";
import type { AuditRecord } from "../store/audit.js";
import { sum, type Counts, type DataScope } from "../store/data.js";
import type { SessionRecord } from "../store/records.js";
import type { SessionQuery } from "../store/store.js";
import type { World } from "../world.js";
import { cancelForErasure } from "./cancel-sessions.js";

export type EraseWorld = Pick<World, "store" | "files"> & {
  readonly engine: Pick<World["engine"], "flush" | "check">;
};

/**
 * Erases a session and its child sessions. A session that is erased concurrently counts once.
 *
 * @param entry is added to the audit with the erased records, in the same transactions.
 * @returns the number of erased records of each kind.
 */
export async function eraseSession(
  world: EraseWorld,
  session: SessionRecord,
  cause: Cause,
  entry: AuditRecord,
): Promise<Counts> {
  const { store } = world;
  let counts: Counts = {};
  try {
    await cancelForErasure(world, session, cause);
  } catch (error) {
    // A log that takes no writes can be erased all the same.
    const isExpected = isServiceError(error) && ["session_missing", "session_damaged"].includes(error.code);
    if (!isExpected) throw error;
  }
  const { below } = await sessionsBelow(store, session);
  // From the leaves up: a crash in between leaves no session whose parent is gone.
  for (const { id } of [...below.toReversed(), session]) {
    const found = await store.getSession(id);
    if (found !== null) {
      await settleRuns(store, found, cause);
      counts = sum(counts, await eraseDraftFiles(world, found, entry));
    }
    counts = sum(counts, await eraseRecords(world, { kind: "session", sessionId: id }, entry));
  }
  return counts;
}

/** Files that were put into a draft and never sent: no session has them. */
async function eraseDraftFiles(world: EraseWorld, session: SessionRecord, entry: AuditRecord): Promise<Counts> {
  const { store } = world;
  let counts: Counts = {};
  for (const { resources } of await store.listDrafts(session.id)) {
    for (const fileId of resources.flatMap((resource) => fileResourceOf(resource)?.fileId ?? [])) {
      const file = await store.getFile(fileId);
      const isUnsent = file?.workspaceId === session.workspaceId && file.expiresAt !== null;
      if (isUnsent) counts = sum(counts, await eraseRecords(world, { kind: "file", fileId }, entry));
    }
  }
  return counts;
}

/** Erases everything of one person in a workspace. */
export async function erasePerson(
  world: EraseWorld,
  workspaceId: string,
  endUser: EndUser,
  cause: Cause,
  entry: AuditRecord,
): Promise<Counts> {
  const sessions = await eraseSessions(world, { workspaceId, endUser }, cause, entry);
  return sum(sessions, await eraseRecords(world, { kind: "person", workspaceId, endUser }, entry));
}

/** Erases a workspace with everything in it. */
export async function eraseWorkspace(
  world: EraseWorld,
  workspaceId: string,
  cause: Cause,
  entry: AuditRecord,
): Promise<Counts> {
  const sessions = await eraseSessions(world, { workspaceId }, cause, entry);
  return sum(sessions, await eraseRecords(world, { kind: "workspace", workspaceId }, entry));
}

const sessionsAtOnce = 100;

async function eraseSessions(
  world: EraseWorld,
  query: Omit<SessionQuery, "limit">,
  cause: Cause,
  entry: AuditRecord,
): Promise<Counts> {
  let counts: Counts = {};
  for (;;) {
    const found = await world.store.listSessions({ ...query, withArchived: true, limit: sessionsAtOnce });
    for (const session of found) counts = sum(counts, await eraseSession(world, session, cause, entry));
    if (found.length < sessionsAtOnce) return counts;
  }
}

/**
 * Erases the records of a scope and their bytes. Bytes are erased first, so that after a crash the records still lead
 * to them, and once more after the records, for bytes that arrived meanwhile.
 */
export async function eraseRecords(
  { store, files }: Pick<World, "store" | "files">,
  scope: DataScope,
  entry: AuditRecord,
): Promise<Counts> {
  for (const id of await store.listFileIds(scope)) await files?.store.keepOnly(id, null);
  const { counts, fileIds } = await store.eraseData(scope, entry);
  for (const id of fileIds) await files?.store.keepOnly(id, null);
  return counts;
}
