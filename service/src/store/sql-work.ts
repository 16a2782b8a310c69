/** Leases of sessions, and the next due time. */
import { sql } from "kysely";
import { ownTime, type LeaseTime } from "./lease-time.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { readSession, searchable, sessionParts } from "./sql-rows.js";
import type { Lease, NextDue, Store } from "./store.js";

type WorkMethods = Pick<Store, "claimSession" | "renewLease" | "releaseLease" | "listDueSessions" | "nextDue">;

export function workMethods({ run, transact }: SqlContext, leaseTime: LeaseTime = ownTime): WorkMethods {
  /** A time of this process as the database's clock shows it. */
  const shifted = async (time: string) => moved(time, await leaseTime.offsetMs());
  return {
    claimSession: ({ owner, ...times }) =>
      run(async (db) => {
        const [now, expiresAt] = [await shifted(times.now), await shifted(times.expiresAt)];
        const row = await db
          .updateTable("sessions")
          .set({ lease_owner: owner, lease_expires_at: expiresAt, lease_fence: sql<number>`lease_fence + 1` })
          .where("id", "=", (eb) =>
            eb
              .selectFrom("sessions as free")
              .select("free.id")
              .where("free.runnable", "=", true)
              .where((is) => is.or([is("free.lease_owner", "is", null), is("free.lease_expires_at", "<=", now)]))
              .orderBy("free.updated_at")
              .orderBy("free.id")
              .limit(1)
              // Workers that ask at once get different sessions instead of waiting for each other.
              .forUpdate()
              .skipLocked(),
          )
          .returning([...sessionParts, "lease_fence"])
          .executeTakeFirst();
        if (row === undefined) return null;
        const session = readSession(row);
        return { session, lease: { sessionId: session.id, owner, fence: Number(row.lease_fence) } };
      }),

    renewLease: (lease, expiresAt) =>
      run(async (db) => (await moveLease(db, lease, { lease_expires_at: await shifted(expiresAt) })) !== null),

    releaseLease: (lease) =>
      transact(async (trx, tell) => {
        const gone = { lease_owner: null, lease_expires_at: null };
        const released = await moveLease(trx, lease, gone);
        if (released?.runnable === true) tell.work(lease.sessionId);
      }),

    listDueSessions: (now, limit) =>
      run(async (db) => {
        const due = await db
          .selectFrom("sessions")
          .select(sessionParts)
          .where("wake_at", "<=", now)
          .orderBy("wake_at")
          .orderBy("id")
          .limit(limit)
          .execute();
        return due.map(readSession);
      }),

    nextDue: () =>
      run(async (db) => {
        const { rows } = await sql<{ [K in keyof NextDue | "free"]: string | null }>`select
          (select min(wake_at) from sessions where wake_at is not null) as session,
          (select min(wake_at) from scheduled_tasks where wake_at is not null) as task,
          (select min(due_at) from automation_runs where due_at is not null) as run,
          (select min(lease_expires_at) from sessions where runnable and lease_owner is not null) as turn,
          (select min(updated_at) from sessions where runnable and lease_owner is null) as free`.execute(db);
        const { session = null, task = null, run: automation = null, turn: lease = null, free = null } = rows[0] ?? {};
        const ends = lease === null ? null : moved(lease, -(await leaseTime.offsetMs()));
        const turn = free === null || (ends !== null && ends < free) ? ends : free;
        return { session, task, run: automation, turn };
      }),
  };
}

function moved(time: string, ms: number): string {
  return ms === 0 ? time : new Date(Date.parse(time) + ms).toISOString();
}

/** Takes every lease back. Right only for the one process that has the database to itself, before it claims anything. */
export async function clearLeases(db: Queries): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ lease_owner: null, lease_expires_at: null })
    .where("lease_owner", "is not", null)
    .execute();
}

/** Null when the lease is no longer valid. */
async function moveLease(
  db: Queries,
  lease: Lease,
  to: { readonly lease_owner?: null; readonly lease_expires_at: string | null },
): Promise<{ readonly runnable: boolean } | null> {
  const moved = await db
    .updateTable("sessions")
    .set(to)
    .where("id", "=", searchable(lease.sessionId))
    .where("lease_owner", "=", lease.owner)
    .where("lease_fence", "=", lease.fence)
    .returning("runnable")
    .executeTakeFirst();
  return moved ?? null;
}
