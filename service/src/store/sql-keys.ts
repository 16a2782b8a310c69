/** Keys of organizations and of single workspaces. */
import { actorKey } from "./owner.js";
import type { ApiKeyRecord } from "./records.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { doc, searchable } from "./sql-rows.js";
import type { Store } from "./store.js";

type KeyReads = Pick<Store, "getApiKey" | "listApiKeys" | "listWorkspaceKeys">;
type KeyMethods = KeyReads & Pick<Store, "createApiKey" | "updateApiKey">;

export function keyMethods(context: SqlContext): KeyMethods {
  const { run, transact } = context;
  return {
    ...keyReads(context),
    createApiKey: (record) =>
      run(async (db) => {
        const added =
          (record.workspaceId ?? null) === null
            ? db.insertInto("api_keys").values(apiKeyRow(record))
            : db.insertInto("workspace_keys").values(workspaceKeyRow(record));
        await added.onConflict((conflict) => conflict.column("hash").doNothing()).execute();
      }),

    updateApiKey: (organizationId, keyId, patch) =>
      transact(async (trx, tell) => {
        for (const table of tables) {
          const row = await keyIn(trx, table, organizationId, keyId).forUpdate().executeTakeFirst();
          if (row === undefined) continue;
          const next: ApiKeyRecord = { ...row.doc, ...patch };
          await trx
            .updateTable(table)
            .set({ doc: doc(next), ...(table === "workspace_keys" && { revoked_at: next.revokedAt }) })
            .where("id", "=", searchable(keyId))
            .execute();
          if (patch.revokedAt !== undefined) tell.keys();
          return next;
        }
        return null;
      }),
  };
}

function keyReads({ run }: SqlContext): KeyReads {
  return {
    getApiKey: (organizationId, keyId) =>
      run(async (db) => {
        for (const table of tables) {
          const row = await keyIn(db, table, organizationId, keyId).executeTakeFirst();
          if (row !== undefined) return row.doc;
        }
        return null;
      }),

    listApiKeys: (organizationId) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("api_keys")
          .select("doc")
          .where("organization_id", "=", searchable(organizationId))
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .execute();
        return rows.map((row) => row.doc);
      }),

    listWorkspaceKeys: (workspaceId, limit) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("workspace_keys")
          .select("doc")
          .where("workspace_id", "=", searchable(workspaceId))
          .where("revoked_at", "is", null)
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute();
        return rows.map((row) => row.doc);
      }),
  };
}

export function apiKeyRow(record: ApiKeyRecord) {
  return {
    id: searchable(record.id),
    organization_id: searchable(record.organizationId),
    hash: searchable(record.hash),
    created_at: record.createdAt,
    doc: doc(record),
  };
}

export function workspaceKeyRow(record: ApiKeyRecord) {
  const { workspaceId, createdBy, revokedAt } = record;
  return {
    ...apiKeyRow(record),
    workspace_id: searchable(workspaceId ?? ""),
    owner: searchable(actorKey(createdBy)),
    revoked_at: revokedAt,
  };
}

const tables = ["api_keys", "workspace_keys"] as const;

function keyIn(db: Queries, table: (typeof tables)[number], organizationId: string, keyId: string) {
  return db
    .selectFrom(table)
    .select("doc")
    .where("id", "=", searchable(keyId))
    .where("organization_id", "=", searchable(organizationId));
}
