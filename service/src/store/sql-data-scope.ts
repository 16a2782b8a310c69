/** Which rows of a table belong to a scope, as a condition made from the list in `belongings.ts`. */
import { sql, type RawBuilder } from "kysely";
import { belongings, type Belonging, type TableName } from "./belongings.js";
import type { ReadScope } from "./data.js";
import { ownerKey } from "./owner.js";
import { searchable } from "./sql-rows.js";

type Condition = RawBuilder<unknown>;

export interface ScopeOptions {
  /** Omits files that another session has as well: erasing keeps them, reading includes them. */
  readonly isErasing: boolean;
  /** The sessions of the scope, where they are locked already: one that was created since is left alone. */
  readonly sessionIds?: readonly string[] | undefined;
  /** The files of the scope, where they are locked already. */
  readonly fileIds?: readonly string[] | undefined;
}

/** Null when no row of the table can belong to the scope. */
export function rowsInScope(table: TableName, scope: ReadScope, options: ScopeOptions): Condition | null {
  if (scope.kind === "everything") return sql`true`;
  const belonging = belongings[table];
  const known = table === "files" ? options.fileIds : table === "sessions" ? options.sessionIds : undefined;
  if (known !== undefined) return sql`id = any(${known.map(searchable)}::text[])`;
  const conditions = [
    ownRows(table, belonging, scope),
    throughSession(table, belonging, scope, options),
    ...heldRows(belonging, scope, options),
    ...(belonging.under ?? []).map(([parent, column]) => within(column, parent, rowsInScope(parent, scope, options))),
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? null : sql`(${sql.join(conditions, sql` or `)})`;
}

/** Rows that name the scope in their own columns. */
function ownRows(table: TableName, belonging: Belonging, scope: Exclude<ReadScope, { kind: "everything" }>) {
  const { workspace, owner } = belonging;
  switch (scope.kind) {
    case "file":
      return table === "files" ? sql`id = ${searchable(scope.fileId)}` : null;
    case "session":
      return belonging.session === undefined ? null : equals(belonging.session, scope.sessionId);
    case "workspace":
      return workspace === undefined ? null : equals(workspace, scope.workspaceId);
    case "person": {
      if (owner === undefined) return null;
      const { source, id } = scope.endUser;
      const isTheirs =
        typeof owner === "string"
          ? equals(owner, ownerKey(scope.endUser))
          : sql`${equals(owner[0], source)} and ${equals(owner[1], id)}`;
      const isHere =
        workspace === undefined
          ? within(belonging.session ?? "", "sessions", equals("workspace_id", scope.workspaceId))
          : equals(workspace, scope.workspaceId);
      return sql`(${isTheirs} and ${isHere})`;
    }
    default:
      return scope satisfies never;
  }
}

function throughSession(table: TableName, { session }: Belonging, scope: ReadScope, options: ScopeOptions) {
  if (session === undefined || table === "sessions" || scope.kind === "session") return null;
  return within(session, "sessions", rowsInScope("sessions", scope, options));
}

/** Files of the scope's sessions. */
function heldRows({ heldBy }: Belonging, scope: ReadScope, options: ScopeOptions): Condition[] {
  const sessions = heldBy && rowsInScope("sessions", scope, options);
  if (heldBy === undefined || !sessions) return [];
  const inside = sql`select id from sessions where ${sessions}`;
  const held = sql`id in (select file_id from ${sql.table(heldBy)} where session_id in (${inside}))`;
  const elsewhere = sql`select from ${sql.table(heldBy)} as other where other.file_id = files.id and other.session_id not in (${inside})`;
  return [options.isErasing ? sql`(${held} and not exists (${elsewhere}))` : held];
}

function within(column: string, parent: TableName, condition: Condition | null): Condition | null {
  return condition && sql`${sql.ref(column)} in (select id from ${sql.table(parent)} where ${condition})`;
}

function equals(column: string, value: string): Condition {
  return sql`${sql.ref(column)} = ${searchable(value)}`;
}
