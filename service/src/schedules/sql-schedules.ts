/** Scheduled tasks and their runs, one row each. */
import { sql } from "kysely";
import type { Queries, SqlContext } from "../store/sql-context.js";
import { ownerKey } from "../store/owner.js";
import { holdProducer } from "../store/sql-producer.js";
import { lockName } from "../store/sql-lock.js";
import { doc, searchable, searchableOrNull } from "../store/sql-rows.js";
import { isOpenRun, maxKeptRuns } from "./schedule-record.js";
import type { RunRecord, ScheduleMethods, TaskQuery, TaskRecord } from "./schedule-record.js";

export function scheduleMethods({ run, transact }: SqlContext): ScheduleMethods {
  return {
    createTask: (record, room, producer) =>
      transact(async (trx, tell) => {
        await lockName(trx, "scheduled_tasks", record.workspaceId);
        const known = await readTask(trx, record.id);
        if (known !== null) return known;
        await holdProducer(trx, producer);
        room(await countTasks(trx, record));
        const made = await trx
          .insertInto("scheduled_tasks")
          .values(taskRow(record))
          .onConflict((conflict) => conflict.column("id").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (made !== undefined) tell.task();
        return made === undefined ? ((await readTask(trx, record.id)) ?? record) : record;
      }),

    getTask: (taskId) => run((db) => readTask(db, taskId)),

    listTasks: (query) =>
      run(async (db) => {
        const { workspaceId, owners, targetSessionId, behind, limit } = query;
        let list = db.selectFrom("scheduled_tasks").select("doc").where("workspace_id", "=", searchable(workspaceId));
        if (owners) list = list.where("owner", "in", owners.map(ownerKey).map(searchable));
        if (targetSessionId !== undefined) list = list.where("target_session_id", "=", searchable(targetSessionId));
        if (behind) list = list.where(isBehind(behind));
        const rows = await list.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
        return rows.map((row) => row.doc);
      }),

    changeTask: (taskId, { runKey }, decide) =>
      transact(async (trx, tell) => {
        const id = searchable(taskId);
        const locked = await trx
          .selectFrom("scheduled_tasks")
          .select("doc")
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst();
        if (locked === undefined) return null;
        const runs = trx.selectFrom("scheduled_runs").select("doc").where("task_id", "=", id);
        const open = await runs.where("is_open", "=", true).orderBy("created_at").orderBy("id").execute();
        const prior =
          runKey === undefined ? undefined : await runs.where("key", "=", searchable(runKey)).executeTakeFirst();
        const change = decide({
          task: locked.doc,
          openRuns: open.map((row) => row.doc),
          prior: prior?.doc ?? null,
        });
        const task = { ...locked.doc, ...change.task };
        if (change.task !== undefined) {
          await trx.updateTable("scheduled_tasks").set(taskColumns(task)).where("id", "=", id).execute();
          tell.task();
        }
        for (const written of change.runs ?? []) await writeRun(trx, written);
        if (change.runs?.some((written) => !open.some((row) => row.doc.id === written.id))) await dropRuns(trx, id);
        return { task, result: change.result };
      }),

    deleteTask: (taskId) =>
      run(async (db) => {
        const gone = await db.deleteFrom("scheduled_tasks").where("id", "=", searchable(taskId)).executeTakeFirst();
        return gone.numDeletedRows > 0n;
      }),

    listRuns: (taskId, { behind, limit }) =>
      run(async (db) => {
        let list = db.selectFrom("scheduled_runs").select("doc").where("task_id", "=", searchable(taskId));
        if (behind) list = list.where(isBehind(behind));
        const rows = await list.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
        return rows.map((row) => row.doc);
      }),

    listDueTasks: (now, limit) =>
      run(async (db) => {
        const due = await db
          .selectFrom("scheduled_tasks")
          .select("doc")
          .where("wake_at", "<=", now)
          .orderBy("wake_at")
          .orderBy("id")
          .limit(limit)
          .execute();
        return due.map((row) => row.doc);
      }),
  };
}

async function countTasks(db: Queries, { workspaceId, endUser }: TaskRecord) {
  const { all, own } = await db
    .selectFrom("scheduled_tasks")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("all"),
      fn
        .countAll<number | string>()
        .filterWhere("owner", "=", searchable(ownerKey(endUser)))
        .as("own"),
    ])
    .where("workspace_id", "=", searchable(workspaceId))
    .executeTakeFirstOrThrow();
  return { owner: Number(own), workspace: Number(all) };
}

async function readTask(db: Queries, taskId: string): Promise<TaskRecord | null> {
  const query = db.selectFrom("scheduled_tasks").select("doc").where("id", "=", searchable(taskId));
  return (await query.executeTakeFirst())?.doc ?? null;
}

async function writeRun(db: Queries, record: RunRecord): Promise<void> {
  const row = runRow(record);
  await db
    .insertInto("scheduled_runs")
    .values(row)
    .onConflict((conflict) => conflict.columns(["task_id", "key"]).doUpdateSet(row))
    .execute();
}

/** Drops the ended runs behind the newest ones. */
async function dropRuns(db: Queries, taskId: string): Promise<void> {
  await sql`delete from scheduled_runs where task_id = ${taskId} and not is_open and id in (
    select id from scheduled_runs where task_id = ${taskId} and not is_open
    order by created_at desc, id desc offset ${maxKeptRuns}
  )`.execute(db);
}

export function runRow(record: RunRecord) {
  return {
    task_id: searchable(record.taskId),
    key: searchable(record.key),
    id: searchable(record.id),
    is_open: isOpenRun(record),
    created_at: record.createdAt,
    doc: doc(record),
  };
}

export function taskRow(record: TaskRecord) {
  return { id: searchable(record.id), created_at: record.createdAt, ...taskColumns(record) };
}

function taskColumns(record: TaskRecord) {
  return {
    workspace_id: searchable(record.workspaceId),
    owner: searchable(ownerKey(record.endUser)),
    target_session_id: searchableOrNull(record.targetSessionId),
    wake_at: record.wakeAt,
    doc: doc(record),
  };
}

function isBehind({ createdAt, id }: NonNullable<TaskQuery["behind"]>) {
  return sql<boolean>`(created_at, id) < (${createdAt}, ${searchable(id)})`;
}
