/** Counts of usage in SQL: one row for a workspace and a month, and one for each of its people. */
import { sql, type Transaction } from "kysely";
import type { EventDraft, SessionRecord } from "./records.js";
import { ownerKey } from "./owner.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { doc, searchable } from "./sql-rows.js";
import type { SqlTables } from "./sql-tables.js";
import {
  countedIn,
  noUsage,
  type Admit,
  type UsageCounts,
  type UsageMethods,
  type UsageOf,
  type UsageRecord,
} from "./usage.js";

type CountColumns = { readonly [Name in "messages" | "input_tokens" | "output_tokens"]: number | string };

const columns = ["messages", "input_tokens", "output_tokens"] as const;

/**
 * Adds what the events count, in one statement: first the workspace's row, then the person's, as every writer does. Both
 * rows are locked until the commit, so this is the last statement of its transaction.
 *
 * @throws what `admit` throws.
 */
export async function countUsage(
  trx: Transaction<SqlTables>,
  { workspaceId, endUser }: Pick<SessionRecord, "workspaceId" | "endUser">,
  events: readonly EventDraft[],
  admit: Admit | undefined,
): Promise<void> {
  const counted = countedIn(events);
  if (counted === null) return;
  const { month, counts } = counted;
  const owners = endUser === null ? [null] : [null, endUser];
  const rows = owners.map((owner) => usageRow({ workspaceId, endUser: owner, month, ...counts }));
  const [workspace, person] = await trx
    .insertInto("usage_counts")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "owner", "month"]).doUpdateSet((is) => ({
        messages: sql<number>`usage_counts.messages + ${is.ref("excluded.messages")}`,
        input_tokens: sql<number>`usage_counts.input_tokens + ${is.ref("excluded.input_tokens")}`,
        output_tokens: sql<number>`usage_counts.output_tokens + ${is.ref("excluded.output_tokens")}`,
      })),
    )
    .returning((is) => [
      ...columns,
      is.selectFrom("workspaces").select("quotas").where("id", "=", searchable(workspaceId)).as("quotas"),
    ])
    .execute();
  if (admit === undefined || workspace === undefined) return;
  const quotas = workspace.quotas ?? null;
  admit({ month, workspace: countsOf(workspace), person: person === undefined ? null : countsOf(person), quotas });
}

export function usageMethods({ run }: SqlContext): UsageMethods {
  return {
    getUsage: (query) =>
      run(async (db) => {
        const { workspaceId, endUser, month } = query;
        const row = await db
          .selectFrom("usage_counts")
          .select(columns)
          .where("workspace_id", "=", searchable(workspaceId))
          .where("owner", "=", searchable(ownerKey(endUser)))
          .where("month", "=", month)
          .executeTakeFirst();
        const counts = row === undefined ? noUsage : countsOf(row);
        return { ...counts, storedBytes: await storedBytes(db, query), runningTurns: await runningTurns(db, query) };
      }),

    listUsage: ({ workspaceId, month, limit, behind }) =>
      run(async (db) => {
        let list = db
          .selectFrom("usage_counts")
          .select(["doc", ...columns])
          .where("workspace_id", "=", searchable(workspaceId))
          .where("month", "=", month)
          // The row of the workspace has no owner.
          .where("owner", ">", behind === undefined ? "" : searchable(ownerKey(behind)));
        list = list.orderBy("owner").limit(limit);
        return (await list.execute()).map(usageRecord);
      }),

    dropUsage: ({ workspaceId, before }) =>
      run(async (db) => {
        let old = db.deleteFrom("usage_counts").where("month", "<", before);
        if (workspaceId !== undefined) old = old.where("workspace_id", "=", searchable(workspaceId));
        return Number((await old.executeTakeFirst()).numDeletedRows);
      }),
  };
}

/** Bytes of the files that count, in a workspace or of a person there. */
export async function storedBytes(db: Queries, { workspaceId, endUser }: UsageOf): Promise<number> {
  let files = db
    .selectFrom("files")
    .select(sql<number | string>`coalesce(sum(size_bytes), 0)`.as("bytes"))
    .where("workspace_id", "=", searchable(workspaceId))
    .where("status", "<>", "expired");
  if (endUser !== null) files = files.where("end_user", "=", searchable(ownerKey(endUser)));
  return Number((await files.executeTakeFirst())?.bytes ?? 0);
}

export async function runningTurns(db: Queries, { workspaceId, endUser }: UsageOf): Promise<number> {
  let running = db
    .selectFrom("sessions")
    .select((is) => is.fn.countAll<number | string>().as("count"))
    .where("workspace_id", "=", searchable(workspaceId))
    .where("runnable", "=", true)
    .where("lease_owner", "is not", null);
  if (endUser !== null) {
    running = running
      .where("end_user_source", "=", searchable(endUser.source))
      .where("end_user_id", "=", searchable(endUser.id));
  }
  return Number((await running.executeTakeFirst())?.count ?? 0);
}

export function usageRow({ workspaceId, endUser, month, messages, inputTokens, outputTokens }: UsageRecord) {
  return {
    workspace_id: searchable(workspaceId),
    owner: endUser === null ? "" : searchable(ownerKey(endUser)),
    month: searchable(month),
    messages,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    doc: doc({ workspaceId, endUser, month }),
  };
}

export function usageRecord(
  row: CountColumns & { readonly doc: Pick<UsageRecord, "workspaceId" | "endUser" | "month"> },
): UsageRecord {
  return { ...row.doc, ...countsOf(row) };
}

function countsOf(row: CountColumns): UsageCounts {
  return {
    messages: Number(row.messages),
    inputTokens: Number(row.input_tokens),
    outputTokens: Number(row.output_tokens),
  };
}
