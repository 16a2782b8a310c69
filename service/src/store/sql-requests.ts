/** Reads all that a request needs before it is admitted, in one statement. */
import { sql, type Selectable } from "kysely";
import type { ApiKeyRecord, WorkspaceRecord } from "./records.js";
import type { SqlContext } from "./sql-context.js";
import { readSession, searchable, type sessionParts } from "./sql-rows.js";
import type { SqlTables } from "./sql-tables.js";
import type { Store } from "./store.js";

type Session = Pick<Selectable<SqlTables["sessions"]>, (typeof sessionParts)[number]>;
type Found = { readonly [Part in keyof Session]: Session[Part] | null } & {
  readonly key: ApiKeyRecord | null;
  readonly workspace: WorkspaceRecord | null;
};

export function requestMethods({ run }: SqlContext): Pick<Store, "readForRequest"> {
  return {
    readForRequest: ({ keyHash, workspaceId, sessionId }) =>
      run(async (db) => {
        const hash = searchable(keyHash);
        const idOf = (given: string | undefined) => (given === undefined ? null : searchable(given));
        const { rows } = await sql<Found>`
          select key.doc as key, workspaces.doc as workspace, sessions.doc, sessions.given, sessions.last_sequence
            from (select 1) as one
            left join (
              select doc from api_keys where hash = ${hash} union all select doc from workspace_keys where hash = ${hash}
              limit 1) as key on true
            left join workspaces on workspaces.id = ${idOf(workspaceId)}
            left join sessions on sessions.id = ${idOf(sessionId)}`.execute(db);
        const { key = null, workspace = null, ...session } = rows[0] ?? {};
        return { key, workspace, session: isThere(session) ? readSession(session) : null };
      }),
  };
}

function isThere(session: Partial<Pick<Found, keyof Session>>): session is Session {
  return session.doc != null;
}
