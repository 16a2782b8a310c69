/** Erases expired sessions, unreferenced files and late writes to erased workspaces; compares logs with sessions. */
import type { Clock } from "../clock.js";
import { sweepFiles, type FilesWorld } from "../files/uploads.js";
import type { Cause } from "../sessions/session-draft.js";
import { sessionsBelow } from "../sessions/session-tree.js";
import type { Settings } from "../settings/setting-table.js";
import type { RetainingWorkspace } from "../store/data.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { monthOf } from "../store/usage.js";
import { isoNow } from "../world.js";
import { reportDamage } from "./check-damage.js";
import { newEntry, type AuditWorld } from "./audit.js";
import { eraseSession, type EraseWorld } from "./erase.js";
import { eraseLateWrites } from "./late-writes.js";

export type RetentionWorld = EraseWorld &
  FilesWorld &
  AuditWorld & {
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
    readonly organizationId: string;
    readonly settings: Pick<Settings, "upkeepMs">;
  };

/** Interval at which the ends of all logs are compared with their sessions (ms); the start compares them too. */
const checkMs = 86_400_000;
const dayMs = 86_400_000;
const atOnce = 100;

export interface Retention {
  /** Runs now, and again at each interval. */
  start(): void;
  /** Stops, and waits for a run in progress. */
  close(): Promise<void>;
}

/** Several processes may run it at once: each erases only records that still exist. */
export function createRetention(world: RetentionWorld): Retention {
  let isClosed = false;
  let stop = () => {};
  let looking: Promise<void> = Promise.resolve();
  let looks = 0;

  async function upkeep(): Promise<void> {
    // The start has swept the files.
    if (looks > 0) await sweepFiles(world);
    const looksPerCheck = Math.max(1, Math.round(checkMs / world.settings.upkeepMs));
    if (looks % looksPerCheck === 0) await reportDamage(world.store, world.onError);
    looks += 1;
    await dropOldUsage(world);
    await eraseLateWrites(world, causeOf(world), () => isClosed);
    await sweep(world, () => isClosed);
  }

  function look(): void {
    looking = upkeep()
      .catch(world.onError)
      .then(() => {
        if (!isClosed) stop = world.clock.after(world.settings.upkeepMs, look);
      });
  }

  return {
    start: look,
    async close() {
      isClosed = true;
      stop();
      await looking;
    },
  };
}

/** How many months counts of usage are kept, besides the current one. */
const usageMonths = 12;

async function dropOldUsage({ store, clock }: RetentionWorld): Promise<void> {
  const first = new Date(clock.now());
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - usageMonths);
  await store.dropUsage({ before: monthOf(first.toISOString()) });
}

async function sweep(world: RetentionWorld, isClosed: () => boolean): Promise<void> {
  for (const workspace of await world.store.listRetainingWorkspaces()) {
    if (isClosed()) return;
    await sweepWorkspace(world, workspace, isClosed);
  }
}

async function sweepWorkspace(world: RetentionWorld, workspace: RetainingWorkspace, isClosed: () => boolean) {
  const { store, clock } = world;
  const before = new Date(clock.now() - workspace.retentionDays * dayMs).toISOString();
  await store.dropUsage({ workspaceId: workspace.id, before: monthOf(before) });
  let behind: { readonly updatedAt: string; readonly id: string } | undefined;
  do {
    const found = await store.listSilentSessions({ workspaceId: workspace.id, before, limit: atOnce, behind });
    for (const session of found) {
      if (isClosed()) return;
      if (!(await isSilent(store, session, before))) continue;
      const cause = causeOf(world);
      const facts = { action: "erased", scope: "retention", subjectId: session.id, person: session.endUser } as const;
      const entry = await newEntry(world, workspace, cause, facts);
      // A fault of one session does not stop the others.
      await eraseSession(world, session, cause, entry).catch(world.onError);
    }
    behind = found.length < atOnce ? undefined : found.at(-1);
  } while (behind !== undefined);
}

function causeOf({ clock, newId }: RetentionWorld): Cause {
  return { now: isoNow(clock), newId, subjectId: "service" };
}

/** Whether neither the session nor one below it has an event, or was changed, since. */
async function isSilent(store: Store, session: SessionRecord, before: string): Promise<boolean> {
  const { below, isTruncated } = await sessionsBelow(store, session);
  if (isTruncated) return false;
  for (const { id, updatedAt, runnable } of [session, ...below]) {
    const { events } = await store.readEvents(id, { take: "newest", limit: 1 });
    if (runnable || updatedAt >= before || events.some(({ occurredAt }) => occurredAt >= before)) return false;
  }
  return true;
}
