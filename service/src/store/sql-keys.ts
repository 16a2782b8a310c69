/** Keys of organizations and of single workspaces. */
import { actorKey } from "./owner.js";
import type { ApiKeyRecord } from "./records.js";
import type { Queries, SqlContext } from "./sql-context.js";
import { lockName } from "./sql-lock.js";
import { doc, searchable } from "./sql-rows.js";
import type { Store } from "./store.js";

type KeyReads = Pick<Store, "getApiKey" | "listApiKeys" | "listWorkspaceKeys">;
type KeyMethods = KeyReads & Pick<Store, "createApiKey" | "updateApiKey">;

export function keyMethods(context: SqlContext): KeyMethods {
  const { transact } = context;
  return {
    ...keyReads(context),
    createApiKey: (record, room) =>
      transact(async (trx) => {
        const { organizationId, workspaceId = null, hash } = record;
        await lockName(trx, "api_keys", organizationId, workspaceId ?? "");
        const table = workspaceId === null ? "api_keys" : "workspace_keys";
        const known = trx.selectFrom(table).select("id").where("hash", "=", searchable(hash));
        if ((await known.executeTakeFirst()) !== undefined) return;
        const own = await (workspaceId === null
          ? organizationKeys(trx, organizationId)
          : workspaceKeys(trx, workspaceId));
        room(own.filter(({ revokedAt }) => revokedAt === null).length);
        const added =
          workspaceId === null
            ? trx.insertInto("api_keys").values(apiKeyRow(record))
            : trx.insertInto("workspace_keys").values(workspaceKeyRow(record));
        await added.onConflict((conflict) => conflict.column("hash").doNothing()).execute();
      }),

    updateApiKey: (organizationId, keyId, patch) =>
      transact(async (trx, tell) => {
        for (const table of tables) {
          const row = await keyIn(trx, table, organizationId, keyId).forUpdate().executeTakeFirst();
          if (row === undefined) continue;
          if (patch.revokedAt !== undefined && row.doc.revokedAt !== null) return row.doc;
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

    listApiKeys: (organizationId) => run((db) => organizationKeys(db, organizationId)),
    listWorkspaceKeys: (workspaceId) => run((db) => workspaceKeys(db, workspaceId)),
  };
}

async function organizationKeys(db: Queries, organizationId: string): Promise<ApiKeyRecord[]> {
  const own = db.selectFrom("api_keys").select("doc").where("organization_id", "=", searchable(organizationId));
  const rows = await own.orderBy("created_at", "desc").orderBy("id", "desc").execute();
  return rows.map((row) => row.doc);
}

async function workspaceKeys(db: Queries, workspaceId: string): Promise<ApiKeyRecord[]> {
  const all = db.selectFrom("workspace_keys").select("doc").where("revoked_at", "is", null);
  const own = all.where("workspace_id", "=", searchable(workspaceId));
  const rows = await own.orderBy("created_at", "desc").orderBy("id", "desc").execute();
  return rows.map((row) => row.doc);
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
