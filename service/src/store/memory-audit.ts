import type { AuditMethods } from "./audit.js";
import { newestFirst } from "./memory-queries.js";
import type { Run } from "./memory-shelves.js";
import type { MemoryTables } from "./memory-tables.js";

/** Entries of the audit in a store that forgets everything with its process. */
export function auditInProcess(run: Run, tables: MemoryTables): AuditMethods {
  const entries = tables.map(
    "audit_entries",
    ({ id }) => id,
    () => ({}),
  );

  return {
    addAudit: (record) => run(() => void entries.set(record.id, record)),
    listAudit: ({ organizationId, workspaceId, personDigest, limit, behind }) =>
      run(() =>
        [...entries.values()]
          .filter((entry) => entry.organizationId === organizationId)
          .filter((entry) => workspaceId === undefined || entry.workspaceId === workspaceId)
          .filter((entry) => personDigest === undefined || entry.personDigest === personDigest)
          .filter((entry) => behind === undefined || newestFirst(entry, behind) > 0)
          .toSorted(newestFirst)
          .slice(0, limit),
      ),
    forgetActors: (of) =>
      run(() => {
        for (const entry of entries.values()) {
          const isNamed =
            "actorDigest" in of ? entry.actorDigest === of.actorDigest : entry.workspaceId === of.workspaceId;
          if (entry.organizationId === of.organizationId && isNamed) entries.set(entry.id, { ...entry, actor: null });
        }
      }),
  };
}
