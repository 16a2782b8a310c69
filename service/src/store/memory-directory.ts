import type { ApiKeyRecord, WorkspaceRecord } from "./records.js";
import type { MemoryTable, MemoryTables } from "./memory-tables.js";
import { actorKey } from "./owner.js";
import { newestFirst, oldestFirst } from "./memory-queries.js";
import type { Run } from "./memory-shelves.js";
import type { Store } from "./store.js";

export type Directory = Pick<
  Store,
  | "createOrganization"
  | "getOrganization"
  | "listOrganizationIds"
  | "createApiKey"
  | "listApiKeys"
  | "listWorkspaceKeys"
  | "getApiKey"
  | "updateApiKey"
  | "ensureWorkspace"
  | "findWorkspace"
  | "getWorkspace"
  | "updateWorkspace"
  | "listWorkspaces"
>;

/** Organizations, their keys and their workspaces, in memory. Notifies when a key was revoked or limits have changed. */
export function memoryDirectory(
  run: Run,
  tables: MemoryTables,
  workspaces: Map<string, WorkspaceRecord>,
  notify: { readonly keys: () => void; readonly work: () => void },
): { readonly methods: Directory; readonly keyOf: (hash: string) => ApiKeyRecord | null } {
  const organizations = tables.map(
    "organizations",
    ({ id }) => id,
    () => ({}),
  );
  const keys = new Map<string, ApiKeyRecord>();
  const keyIds = new Map<string, string>();
  tables.register("api_keys", keyTable(keys, addKey, forgetKey, false));
  tables.register("workspace_keys", keyTable(keys, addKey, forgetKey, true));

  function forgetKey({ id, hash }: ApiKeyRecord): void {
    keys.delete(id);
    keyIds.delete(hash);
  }

  function addKey(record: ApiKeyRecord): boolean {
    if (keyIds.has(record.hash)) return false;
    keys.set(record.id, record);
    keyIds.set(record.hash, record.id);
    return true;
  }

  const organizationKeys = (organizationId: string) =>
    [...keys.values()].filter((key) => key.organizationId === organizationId && (key.workspaceId ?? null) === null);
  const workspaceKeys = (workspaceId: string) =>
    [...keys.values()].filter((key) => key.workspaceId === workspaceId && key.revokedAt === null);

  const methods: Directory = {
    createOrganization: (record) => run(() => void organizations.set(record.id, record)),
    getOrganization: (id) => run(() => organizations.get(id) ?? null),
    listOrganizationIds: () => run(() => [...organizations.keys()].toSorted()),
    createApiKey: (record, room) =>
      run(() => {
        if (keyIds.has(record.hash)) return;
        const { organizationId, workspaceId } = record;
        const own = workspaceId == null ? organizationKeys(organizationId) : workspaceKeys(workspaceId);
        room(own.filter(({ revokedAt }) => revokedAt === null).length);
        addKey(record);
      }),
    listApiKeys: (organizationId) => run(() => organizationKeys(organizationId).toSorted(newestFirst)),
    listWorkspaceKeys: (workspaceId) => run(() => workspaceKeys(workspaceId).toSorted(newestFirst)),
    getApiKey: (organizationId, keyId) =>
      run(() => {
        const key = keys.get(keyId);
        return key?.organizationId === organizationId ? key : null;
      }),
    updateApiKey: (organizationId, keyId, patch) =>
      run(() => {
        const key = keys.get(keyId);
        if (key === undefined || key.organizationId !== organizationId) return null;
        if (patch.revokedAt !== undefined && key.revokedAt !== null) return key;
        const next = { ...key, ...patch };
        keys.set(keyId, next);
        if (patch.revokedAt !== undefined) notify.keys();
        return next;
      }),

    ensureWorkspace: (record) =>
      run(() => {
        const known =
          record.externalSource === null || record.externalId === null
            ? undefined
            : findWorkspace(workspaces, record.organizationId, record.externalSource, record.externalId);
        if (known !== undefined) return { workspace: known, created: false };
        workspaces.set(record.id, record);
        return { workspace: record, created: true };
      }),
    findWorkspace: (organizationId, source, externalId) =>
      run(() => findWorkspace(workspaces, organizationId, source, externalId) ?? null),
    getWorkspace: (id) => run(() => workspaces.get(id) ?? null),
    updateWorkspace: (id, patch) =>
      run(() => {
        const known = workspaces.get(id);
        if (known === undefined) return null;
        const next = { ...known, ...patch };
        workspaces.set(id, next);
        // More turns may run now.
        if (patch.quotas !== undefined) notify.work();
        return next;
      }),
    listWorkspaces: (organizationId, { limit, behind } = { limit: Infinity }) =>
      run(() =>
        [...workspaces.values()]
          .filter((entry) => entry.organizationId === organizationId)
          .filter((entry) => behind === undefined || oldestFirst(entry, behind) > 0)
          .toSorted(oldestFirst)
          .slice(0, limit),
      ),
  };

  return { methods, keyOf: (hash) => keys.get(keyIds.get(hash) ?? "") ?? null };
}

function keyTable(
  keys: ReadonlyMap<string, ApiKeyRecord>,
  add: (key: ApiKeyRecord) => boolean,
  remove: (key: ApiKeyRecord) => void,
  isOfWorkspace: boolean,
): MemoryTable<ApiKeyRecord> {
  return {
    all: () => [...keys.values()].filter(({ workspaceId }) => ((workspaceId ?? null) !== null) === isOfWorkspace),
    add,
    remove,
    columns: ({ id, workspaceId, createdBy }) =>
      isOfWorkspace ? { id, workspace_id: workspaceId, owner: actorKey(createdBy) } : {},
  };
}

function findWorkspace(
  workspaces: ReadonlyMap<string, WorkspaceRecord>,
  organizationId: string,
  source: string,
  externalId: string,
): WorkspaceRecord | undefined {
  return [...workspaces.values()].find(
    (entry) =>
      entry.organizationId === organizationId && entry.externalSource === source && entry.externalId === externalId,
  );
}
