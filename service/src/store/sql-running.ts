/** Workspaces and people with as many running turns as they may have, in SQL. */
import { sql, type RawBuilder } from "kysely";
import { searchable } from "./sql-rows.js";
import type { Queries } from "./sql-context.js";
import type { SessionRecord } from "./records.js";
import { runningTurns } from "./sql-usage.js";
import type { RunningLimits } from "./usage.js";

const isRunning = sql`busy.runnable and busy.lease_owner is not null`;

/** Whether another turn of the session's workspace and person may run. Both lists are made once a statement. */
export function mayRun(limits: RunningLimits): RawBuilder<boolean> {
  const { fullWorkspaces, fullPeople } = listsOf(limits);
  return sql<boolean>`(${sql.ref("sessions.workspace_id")} <> all (array(${fullWorkspaces}))
    and ${personKey("sessions")} <> all (array(${fullPeople})))`;
}

/** Whether any workspace or person has as many running turns as it may. */
export function isLimitReached(limits: RunningLimits): RawBuilder<boolean> {
  const { fullWorkspaces, fullPeople } = listsOf(limits);
  return sql<boolean>`(exists (${fullWorkspaces}) or exists (${fullPeople}))`;
}

/** A person in a workspace. No text between the quotes of its JSON contains a bare quote. */
function personKey(table: string): RawBuilder<string> {
  const columns = ["workspace_id", "end_user_source", "end_user_id"].map((name) => sql.ref(`${table}.${name}`));
  return sql<string>`concat_ws('"', ${sql.join(columns)})`;
}

/** From the running turns alone; without a default, from those of workspaces that have a limit. */
function listsOf({ workspace, person }: RunningLimits) {
  const hasLimit = sql`(w.running_limit is not null or w.running_limit_of_person is not null)`;
  const busy =
    workspace === null && person === null
      ? sql`workspaces w join sessions busy on busy.workspace_id = w.id where ${isRunning} and ${hasLimit}`
      : sql`sessions busy left join workspaces w on w.id = busy.workspace_id where ${isRunning}`;
  const fullWorkspaces = sql`select busy.workspace_id from ${busy}
    group by busy.workspace_id, w.running_limit having count(*) >= coalesce(w.running_limit, ${workspace}::integer)`;
  const fullPeople = sql`select ${personKey("busy")} from ${busy} and busy.end_user_id is not null
    group by 1, w.running_limit_of_person having count(*) >= coalesce(w.running_limit_of_person, ${person}::integer)`;
  return { fullWorkspaces, fullPeople };
}

/** The limits of a workspace as columns of a statement over its sessions. */
export const ownLimits = sql`
  (select w.running_limit from workspaces w where w.id = sessions.workspace_id) as running_limit,
  (select w.running_limit_of_person from workspaces w where w.id = sessions.workspace_id) as running_limit_of_person`;

export interface OwnLimits {
  readonly running_limit: number | null;
  readonly running_limit_of_person: number | null;
}

/** The limits in force; null where the workspace has none. */
export function inForce(own: OwnLimits, defaults: RunningLimits): RunningLimits | null {
  const workspace = own.running_limit ?? defaults.workspace;
  const person = own.running_limit_of_person ?? defaults.person;
  return workspace === null && person === null ? null : { workspace, person };
}

/** Whether more turns run than may: two workers have claimed the last place at once. Locks the workspace, so that one of them gives way. */
export async function isOverLimit(
  trx: Queries,
  { workspaceId, endUser }: Pick<SessionRecord, "workspaceId" | "endUser">,
  { workspace, person }: RunningLimits,
): Promise<boolean> {
  const id = searchable(workspaceId);
  await trx.selectFrom("workspaces").select("id").where("id", "=", id).forUpdate().execute();
  if (workspace !== null && (await runningTurns(trx, { workspaceId, endUser: null })) > workspace) return true;
  return person !== null && endUser !== null && (await runningTurns(trx, { workspaceId, endUser })) > person;
}
