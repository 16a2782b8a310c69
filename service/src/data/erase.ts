/** Erases people's data (docs/privacy.md): what runs is ended, then the records and the bytes of files go. */
import { fileResourceOf, type EndUser } from "@service/sdk/protocol";
import { settleRuns } from "../schedules/run-tasks.js";
import type { Cause } from "../sessions/session-draft.js";
import { sessionsBelow } from "../sessions/session-tree.js";
import type { AuditRecord } from "../store/audit.js";
import { sum, type Counts, type DataScope, type Erased } from "../store/data.js";
import type { SessionRecord } from "../store/records.js";
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
  await cancelForErasure(world, session, cause);
  const { below } = await sessionsBelow(store, session);
  // From the leaves up: a crash in between leaves no session whose parent is gone.
  const waiting = [session.id, ...below.map(({ id }) => id)];
  for (let id = waiting.at(-1); id !== undefined; id = waiting.at(-1)) {
    const found = await store.getSession(id);
    if (found !== null) {
      await settleRuns(store, found, cause);
      counts = sum(counts, await eraseDraftFiles(world, found, entry));
    }
    const erased = await eraseStep(world, { kind: "session", sessionId: id }, entry);
    counts = sum(counts, erased.counts);
    const children = erased.childIds ?? [];
    if (children.length === 0) waiting.pop();
    // Started since the list was read, or older than it reaches.
    for (const childId of children) await cancelForErasure(world, { ...session, id: childId }, cause);
    waiting.push(...children);
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
export function erasePerson(
  world: EraseWorld,
  workspaceId: string,
  endUser: EndUser,
  cause: Cause,
  entry: AuditRecord,
): Promise<Counts> {
  return eraseOwner(world, { kind: "person", workspaceId, endUser }, cause, entry);
}

/** Erases a workspace with everything in it. */
export function eraseWorkspace(
  world: EraseWorld,
  workspaceId: string,
  cause: Cause,
  entry: AuditRecord,
): Promise<Counts> {
  return eraseOwner(world, { kind: "workspace", workspaceId }, cause, entry);
}

type OwnerScope = Extract<DataScope, { readonly kind: "person" | "workspace" }>;

/** Bound for an owner that adds records all the time: those are of its requests, as nothing that makes records is left. */
const mostPasses = 20;

/**
 * Passes over the owner's records until a whole pass finds none. Each begins with those that make others: a worker or turn
 * that still runs for one of them can commit nothing afterwards, and what it committed before is found by the next look.
 */
async function eraseOwner(world: EraseWorld, scope: OwnerScope, cause: Cause, entry: AuditRecord): Promise<Counts> {
  let counts: Counts = {};
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const producers = await world.store.eraseData(scope, entry, { only: "producers" });
    const sessions = await eraseSessions(world, scope, cause, entry);
    const found = sum(sum(producers.counts, sessions), await eraseRecords(world, scope, entry));
    if (Object.keys(found).length === 0) break;
    counts = sum(counts, found);
  }
  return counts;
}

const sessionsAtOnce = 100;

async function eraseSessions(world: EraseWorld, scope: OwnerScope, cause: Cause, entry: AuditRecord): Promise<Counts> {
  const { workspaceId } = scope;
  const whose = scope.kind === "person" ? { workspaceId, endUser: scope.endUser } : { workspaceId };
  let counts: Counts = {};
  for (;;) {
    const found = await world.store.listSessions({ ...whose, withArchived: true, limit: sessionsAtOnce });
    for (const session of found) counts = sum(counts, await eraseSession(world, session, cause, entry));
    if (found.length < sessionsAtOnce) return counts;
  }
}

/**
 * Erases the records of a scope and their bytes. Bytes are erased first, so that after a crash the records still lead
 * to them, and once more after the records, for bytes that arrived meanwhile.
 */
export async function eraseRecords(
  world: Pick<World, "store" | "files">,
  scope: DataScope,
  entry: AuditRecord,
): Promise<Counts> {
  return (await eraseStep(world, scope, entry)).counts;
}

async function eraseStep(
  { store, files }: Pick<World, "store" | "files">,
  scope: DataScope,
  entry: AuditRecord,
): Promise<Erased> {
  for (const id of await store.listFileIds(scope)) await files?.store.keepOnly(id, null);
  const erased = await store.eraseData(scope, entry);
  for (const id of erased.fileIds) await files?.store.keepOnly(id, null);
  return erased;
}
