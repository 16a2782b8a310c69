import type { AuditMethods, AuditRecord } from "./audit.js";
import { withCounts, type Counts } from "./data.js";
import { newestFirst } from "./memory-queries.js";
import type { Run } from "./memory-shelves.js";
import type { MemoryTables } from "./memory-tables.js";

export interface AuditInProcess {
  readonly methods: AuditMethods;
  readonly add: (record: AuditRecord) => void;
  /** Adds the entry, or the counts to the one that an earlier step of the same erasure added. */
  readonly countErased: (entry: AuditRecord, counts: Counts) => void;
}

/** Entries of the audit in a store that forgets everything with its process. */
export function auditInProcess(run: Run, tables: MemoryTables): AuditInProcess {
  const entries = tables.map(
    "audit_entries",
    ({ id }) => id,
    () => ({}),
  );

  const add = (record: AuditRecord) => void entries.set(record.id, record);
  const countErased = (entry: AuditRecord, counts: Counts) => add(withCounts(entries.get(entry.id) ?? entry, counts));
  const methods: AuditMethods = {
    addAudit: (record) => run(() => add(record)),
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
            "actorDigest" in of
              ? entry.actorDigest === of.actorDigest
              : entry.workspaceId === of.workspaceId && entry.id !== of.exceptId;
          if (entry.organizationId === of.organizationId && isNamed) entries.set(entry.id, { ...entry, actor: null });
        }
      }),
  };
  return { methods, add, countErased };
}
