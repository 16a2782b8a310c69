import { oldestFirst } from "../store/memory-queries.js";
import type { Run } from "../store/memory-shelves.js";
import type { MemoryTables } from "../store/memory-tables.js";
import { isSameOwner, ownerKey } from "../store/owner.js";
import type { IntegrationMethods } from "./integration-record.js";

/** Integrations in a store that forgets everything with its process. */
export function integrationsInProcess(run: Run, tables: MemoryTables): IntegrationMethods {
  const all = tables.map(
    "integrations",
    ({ id }) => id,
    ({ id, workspaceId, endUser }) => ({ id, workspace_id: workspaceId, owner: ownerKey(endUser) }),
  );

  return {
    listIntegrations: (workspaceId, owners) =>
      run(() =>
        [...all.values()]
          .filter((record) => record.workspaceId === workspaceId)
          .filter(({ endUser }) => owners === undefined || owners.some((owner) => isSameOwner(owner, endUser)))
          .toSorted(oldestFirst),
      ),
    getIntegration: (id) => run(() => all.get(id) ?? null),
    changeIntegration: ({ workspaceId, endUser, instanceKey }, decide) =>
      run(() => {
        const own = [...all.values()].filter(
          (record) => record.workspaceId === workspaceId && isSameOwner(record.endUser, endUser),
        );
        const known = own.find((record) => record.instanceKey === instanceKey) ?? null;
        const { put, remove = false, result } = decide(known, own.length);
        if (known !== null && (remove || put !== undefined)) all.delete(known.id);
        if (put !== undefined) all.set(put.id, put);
        return result;
      }),
  };
}
