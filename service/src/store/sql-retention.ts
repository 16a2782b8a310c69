/** Which sessions are kept for a number of days only. */
import { sql } from "kysely";
import type { DataMethods } from "./data.js";
import type { SqlContext } from "./sql-context.js";
import { readSession, searchable, sessionParts } from "./sql-rows.js";

type RetentionMethods = Pick<DataMethods, "listRetainingWorkspaces" | "listSilentSessions">;

export function retentionMethods({ run }: SqlContext): RetentionMethods {
  return {
    listRetainingWorkspaces: () =>
      run(async (db) => {
        const found = db.selectFrom("workspaces").select("doc").where("retention_days", "is not", null);
        const rows = await found.orderBy("id").execute();
        return rows.map(({ doc: { id, organizationId, retentionDays } }) => ({
          id,
          organizationId,
          retentionDays: retentionDays ?? Infinity,
        }));
      }),

    listSilentSessions: ({ workspaceId, before, limit, behind }) =>
      run(async (db) => {
        let list = db
          .selectFrom("sessions")
          .select(sessionParts)
          .where("workspace_id", "=", searchable(workspaceId))
          .where("updated_at", "<", before)
          .where("parent_session_id", "is", null)
          .where("runnable", "=", false);
        if (behind) {
          list = list.where(sql<boolean>`(updated_at, id) > (${behind.updatedAt}, ${searchable(behind.id)})`);
        }
        const rows = await list.orderBy("updated_at").orderBy("id").limit(limit).execute();
        return rows.map(readSession);
      }),
  };
}
