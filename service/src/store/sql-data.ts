/** Erases, reads and writes rows by whose they are, for every table alike. */
import { ServiceError } from "@service/sdk/protocol";
import { sql, type Transaction } from "kysely";
import { belongings, erasedTables, kindOf, tableNames, tableOf, type TableName } from "./belongings.js";
import type { AuditRecord } from "./audit.js";
import type { DataMethods, DataScope, Erased, EraseOptions, KeptRecord } from "./data.js";
import { countErased } from "./sql-audit.js";
import type { SqlContext, Tell } from "./sql-context.js";
import { rowsInScope, type ScopeOptions } from "./sql-data-scope.js";
import { readRows } from "./sql-data-read.js";
import { checkMethods } from "./sql-check.js";
import { retentionMethods } from "./sql-retention.js";
import { searchable, unsearchable } from "./sql-rows.js";
import type { SqlTables } from "./sql-tables.js";

export type Row = Readonly<Record<string, unknown>>;

/** For every table but those of bytes. */
export type Codecs = Readonly<
  Partial<Record<TableName, { readonly row: (record: unknown) => Row; readonly record?: (row: Row) => unknown }>>
>;

type Trx = Transaction<SqlTables>;

const rowsPerPage = 200;

/** @param isOwn whether the database is this process's alone, with its files. */
export function dataMethods(context: SqlContext, codecs: Codecs, isOwn: boolean): DataMethods {
  const { run, transact } = context;
  return {
    ...retentionMethods(context),
    ...checkMethods(context),
    compact: () =>
      run(async (db) => {
        for (const statement of isOwn ? compaction : ["vacuum"]) await sql.raw(statement).execute(db);
      }),

    eraseData: (scope, entry, options) => transact((trx, tell) => erase(trx, tell, { scope, entry, ...options })),

    listDrafts: (sessionId) =>
      run(async (db) => {
        const id = searchable(sessionId);
        const rows = await db.selectFrom("composer_drafts").select("doc").where("session_id", "=", id).execute();
        return rows.map((row) => row.doc);
      }),

    listFileIds: (scope) =>
      run(async (db) => {
        const condition = rowsInScope("files", scope, { isErasing: true });
        if (condition === null) return [];
        const { rows } = await sql<{ id: string }>`select id from files where ${condition} order by id`.execute(db);
        return rows.map(({ id }) => unsearchable(id));
      }),

    async *readData(scope) {
      for await (const [table, rows] of readRows(context, scope, (name) => codecs[name] !== undefined))
        for (const row of rows) yield { kind: kindOf(table), record: codecs[table]?.record?.(row) ?? row["doc"] };
    },

    writeData: (records) =>
      transact(async (trx, tell) => {
        let added = 0;
        for (const [table, given] of byTable(records)) {
          const codec = codecs[table];
          if (codec === undefined) continue;
          added += await insert(trx, table, given.map(codec.row)).catch(asInvalid(table));
        }
        if (added > 0) tell.task();
        return added;
      }),
  };
}

/** Old segments of the write-ahead log contain erased rows: without recycling, a checkpoint removes them. */
const compaction = ["vacuum full", "set wal_recycle = off", "select pg_switch_wal()", "checkpoint"];

interface Erasure extends EraseOptions {
  readonly scope: DataScope;
  readonly entry: AuditRecord | undefined;
}

async function erase(trx: Trx, tell: Tell, { scope, entry, only }: Erasure): Promise<Erased> {
  // First, like every writer: then no row is added after a deletion, and no deadlock is possible.
  const sessionIds = await lock(trx, "sessions", scope, {});
  if (scope.kind === "session" && sessionIds.length === 0) return { counts: {}, fileIds: [] };
  const childIds = await childrenOf(trx, scope);
  if (childIds.length > 0) return { counts: {}, fileIds: [], childIds };
  for (const sessionId of sessionIds) {
    tell.log(sessionId);
    tell.work(sessionId, "due");
  }
  // Writes in their names lock these rows before files and counts.
  for (const table of heldByWrites) await lock(trx, table, scope, {});
  const fileIds = only === "producers" ? [] : await lockFiles(trx, scope, sessionIds);
  for (const machineId of await lock(trx, "machines", scope, {})) tell.machine(machineId);
  if (only === undefined) await lockUsage(trx, scope);
  const counts = await deleteRows(trx, tell, { scope, only, sessionIds, fileIds });
  if (entry !== undefined && Object.keys(counts).length > 0) await countErased(trx, entry, counts);
  return { counts, fileIds };
}

interface Deletion extends EraseOptions {
  readonly scope: DataScope;
  readonly sessionIds: readonly string[];
  readonly fileIds: readonly string[];
}

async function deleteRows(trx: Trx, tell: Tell, { scope, only, ...known }: Deletion): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of erasedTables(only)) {
    const condition = rowsInScope(table, scope, { isErasing: true, ...known });
    if (condition === null) continue;
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${condition}`.execute(trx);
    if (numAffectedRows === 0n) continue;
    if (table === "workspace_keys") tell.keys();
    if (belongings[table].isBytes !== true) counts[kindOf(table)] = Number(numAffectedRows);
  }
  return counts;
}

const heldByWrites = ["scheduled_tasks", "automation_sources", "automation_runs"] as const;

async function lockFiles(trx: Trx, scope: DataScope, sessionIds: readonly string[]): Promise<string[]> {
  const locked = await lock(trx, "files", scope, { sessionIds });
  // Asked again behind the locks: another session may have taken one of them meanwhile.
  return (await lock(trx, "files", scope, { sessionIds })).filter((id) => locked.includes(id));
}

async function childrenOf(trx: Trx, scope: DataScope): Promise<string[]> {
  if (scope.kind !== "session") return [];
  const id = searchable(scope.sessionId);
  const children = trx.selectFrom("sessions").select("id").where("parent_session_id", "=", id).where("id", "<>", id);
  return (await children.orderBy("id").execute()).map(({ id }) => unsearchable(id));
}

/** In the order in which a turn of a session that was created since counts. */
async function lockUsage(trx: Trx, scope: DataScope): Promise<void> {
  const condition = rowsInScope("usage_counts", scope, { isErasing: true });
  if (condition === null) return;
  await sql`select from usage_counts where ${condition} order by owner, month for update`.execute(trx);
}

async function lock(
  trx: Trx,
  table: TableName,
  scope: DataScope,
  known: Pick<ScopeOptions, "sessionIds">,
): Promise<string[]> {
  const condition = rowsInScope(table, scope, { isErasing: true, ...known });
  if (condition === null) return [];
  const rows = sql<{ id: string }>`select id from ${sql.table(table)} where ${condition} order by id for update`;
  return (await rows.execute(trx)).rows.map(({ id }) => unsearchable(id));
}

function byTable(records: readonly KeptRecord[]): Map<TableName, unknown[]> {
  const found = new Map<TableName, unknown[]>();
  for (const { kind, record } of records) {
    const table = tableOf(kind);
    if (table === undefined) throw new ServiceError(`No record is of the kind "${kind}".`, invalid);
    found.set(table, [...(found.get(table) ?? []), record]);
  }
  return new Map([...found].toSorted(([a], [b]) => tableNames.indexOf(a) - tableNames.indexOf(b)));
}

async function insert(trx: Trx, table: TableName, rows: readonly Row[]): Promise<number> {
  let added = 0n;
  for (let from = 0; from < rows.length; from += rowsPerPage) {
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto(table)
      .values(rows.slice(from, from + rowsPerPage) as never)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    added += numInsertedOrUpdatedRows;
  }
  return Number(added);
}

const invalid = { code: "archive_invalid" } as const;

function asInvalid(table: TableName): (error: unknown) => never {
  return (cause: unknown) => {
    // Classes 22 and 23 of PostgreSQL: a value that a column cannot store, and a row that violates a constraint.
    const isData = /^2[23]/.test(String((cause as { readonly code?: unknown } | null)?.code));
    if (!isData && !(cause instanceof TypeError)) throw cause;
    throw new ServiceError(
      `A record of the kind "${kindOf(table)}" does not fit: it is malformed, or the record that it belongs to is missing.`,
      { ...invalid, cause },
    );
  };
}
