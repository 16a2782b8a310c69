/** Leases of sessions, and the next due time. */
import { sql, type RawBuilder, type Selectable } from "kysely";
import { ownTime, type LeaseTime } from "./lease-time.js";
import type { Queries, SqlContext } from "./sql-context.js";
import type { SessionRecord, WorkspaceRecord } from "./records.js";
import { readSession, searchable, sessionParts, unsearchable } from "./sql-rows.js";
import { inForce, isLimitReached, isOverLimit, mayRun, ownLimits, type OwnLimits } from "./sql-running.js";
import type { SqlTables } from "./sql-tables.js";
import { unlimitedTurns, type RunningLimits } from "./usage.js";
import type { Lease, NextDue, Store } from "./store.js";

type WorkMethods = Pick<Store, "claimSession" | "renewLease" | "releaseLease" | "listDueSessions" | "nextDue">;

export function workMethods({ run, transact }: SqlContext, leaseTime: LeaseTime = ownTime): WorkMethods {
  /** A time of this process as the database's clock shows it. */
  const shifted = async (time: string) => moved(time, await leaseTime.offsetMs());

  /** Whether the lease may stay. When several workers claim the last place at once, the later ones release theirs. */
  const keeps = (session: SessionRecord, lease: Lease, limits: RunningLimits) =>
    transact(async (trx) => {
      // The session before its workspace, as erasing locks them.
      await trx.selectFrom("sessions").select("id").where("id", "=", searchable(session.id)).forUpdate().execute();
      if (!(await isOverLimit(trx, session, limits))) return true;
      await moveLease(trx, lease, { lease_owner: null, lease_expires_at: null });
      return false;
    });

  return {
    async claimSession({ owner, running = unlimitedTurns, ...times }) {
      const { claimed, due } = await run(async (db) => {
        const [now, expiresAt] = [await shifted(times.now), await shifted(times.expiresAt)];
        // The other parts of the statement see the session as it was before the claim. Workers that ask at once get
        // different sessions instead of waiting for each other.
        const { rows } = await sql<DueRow & ClaimedRow>`
          with claimed as (
            update sessions set lease_owner = ${owner}, lease_expires_at = ${expiresAt}, lease_fence = lease_fence + 1
              where id = (
                select id from sessions
                  where runnable and ((lease_owner is null and ${mayRun(running)}) or lease_expires_at <= ${now})
                  order by updated_at, id limit 1 for update skip locked)
              returning id, lease_fence, doc, given, last_sequence, ${ownLimits},
                (select w.doc from workspaces w where w.id = sessions.workspace_id) as workspace)
          select claimed.*, due.* from (${dueTimes(owner, running, sql`and id is distinct from (select id from claimed)`)}) as due
            left join claimed on true`.execute(db);
        const [row] = rows;
        const due = await readDue(row);
        if (row === undefined || row.id === null) return { claimed: null, due };
        const session = readSession(row);
        const lease = { sessionId: session.id, owner, fence: Number(row.lease_fence) };
        const agentInstructions = row.workspace?.agentInstructions ?? null;
        return { claimed: { session, lease, limits: inForce(row, running), agentInstructions }, due };
      });
      if (claimed === null) return { claimed, due };
      const { limits, ...taken } = claimed;
      const isLimited = limits !== null;
      const mayStay = limits === null || (await keeps(taken.session, taken.lease, limits));
      return { claimed: mayStay ? { ...taken, isLimited } : null, due };
    },

    renewLease: (lease, expiresAt) =>
      run(async (db) => (await moveLease(db, lease, { lease_expires_at: await shifted(expiresAt) })) !== null),

    releaseLease: (lease) =>
      transact(async (trx, tell) => {
        const gone = { lease_owner: null, lease_expires_at: null };
        const released = await moveLease(trx, lease, gone);
        if (released !== null) tell.work(lease.sessionId, released.runnable ? "free" : "rest");
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

    nextDue: (owner, running) =>
      run(async (db) => {
        const { rows } = await dueTimes(owner, running).execute(db);
        return readDue(rows[0]);
      }),
  };

  async function readDue(row: DueRow | undefined): Promise<NextDue> {
    const { due_session: session = null, due_task: task = null, due_run: run = null } = row ?? {};
    const [time, holder] = row?.due_lease == null ? [null, null] : parted(row.due_lease);
    const offset = await leaseTime.offsetMs();
    const ends = time === null ? null : moved(time, -offset);
    const free = row?.due_free == null ? null : moved(row.due_free, -offset);
    const isLease = ends !== null && (free === null || ends < free);
    return {
      session,
      task,
      run,
      turn: isLease ? ends : free,
      leased: isLease ? holder : null,
      isLimitReached: row?.due_limit === true,
    };
  }
}

type ClaimedRow = Selectable<Pick<SqlTables["sessions"], (typeof sessionParts)[number] | "lease_fence">> &
  OwnLimits & { readonly id: string | null; readonly workspace: WorkspaceRecord | null };

interface DueRow {
  readonly due_session: string | null;
  readonly due_task: string | null;
  readonly due_run: string | null;
  /** The end of the lease that ends first, a space, and the session's id. */
  readonly due_lease: string | null;
  /** When the session that waits longest for an owner was changed, by the clock of a process; the database's now at the latest. */
  readonly due_free: string | null;
  readonly due_limit: boolean;
}

/** A session without an owner is due, however far ahead the clock was of the process that changed it. */
const notAfterNow = sql`case when min(updated_at) is not null
  then least(min(updated_at), to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`;

/** @param owner whose leases are left out. */
function dueTimes(owner = "", running = unlimitedTurns, without: RawBuilder<unknown> = sql``): RawBuilder<DueRow> {
  return sql`select
    (select min(wake_at) from sessions where wake_at is not null) as due_session,
    (select min(wake_at) from scheduled_tasks where wake_at is not null) as due_task,
    (select min(due_at) from automation_runs where due_at is not null) as due_run,
    (select min(lease_expires_at || ' ' || id) from sessions
      where runnable and lease_owner is not null and lease_owner <> ${owner} ${without}) as due_lease,
    (select ${notAfterNow} from sessions
      where runnable and lease_owner is null and ${mayRun(running)} ${without}) as due_free,
    ${isLimitReached(running)} as due_limit`;
}

function parted(lease: string): [time: string, sessionId: string] {
  const at = lease.indexOf(" ");
  return [lease.slice(0, at), unsearchable(lease.slice(at + 1))];
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
