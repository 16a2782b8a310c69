import type { AuditRecord } from "../store/audit.js";
import { oldestFirst } from "../store/memory-queries.js";
import type { HoldProducer } from "../store/memory-producers.js";
import type { MemoryTables } from "../store/memory-tables.js";
import { ownerKey } from "../store/owner.js";
import type { Run, Shelves } from "../store/memory-shelves.js";
import { layerKey, type MemoryMethods, type MemoryRecord } from "./memory-record.js";

/** Agents' memories by layer and id, in a store that lives as long as its process. */
export function memoriesInProcess(
  run: Run,
  tables: MemoryTables,
  shelves: Shelves,
  { addAudit, holdProducer }: { readonly addAudit: (record: AuditRecord) => void; readonly holdProducer: HoldProducer },
): MemoryMethods {
  const memories = new Map<string, Map<string, MemoryRecord>>();
  const listed = (key: string) => [...(memories.get(key)?.values() ?? [])].toSorted(oldestFirst);

  function put(memory: MemoryRecord): void {
    const key = layerKey(memory.layer);
    memories.set(key, (memories.get(key) ?? new Map<string, MemoryRecord>()).set(memory.id, memory));
  }

  tables.register("memories", {
    *all() {
      for (const held of memories.values()) yield* held.values();
    },
    add(memory) {
      const isNew = memories.get(layerKey(memory.layer))?.has(memory.id) !== true;
      if (isNew) put(memory);
      return isNew;
    },
    remove: ({ id, layer }) => void memories.get(layerKey(layer))?.delete(id),
    columns: ({ layer }) =>
      layer.kind === "session"
        ? { session_id: layer.sessionId }
        : { workspace_id: layer.workspaceId, owner: ownerKey(layer.kind === "user" ? layer.endUser : null) },
  });

  return {
    listMemories: (layer) => run(() => listed(layerKey(layer))),
    changeMemories: (layer, decide, producer) =>
      run(() => {
        if (layer.kind === "session") shelves.get(layer.sessionId);
        holdProducer(producer);
        const key = layerKey(layer);
        const change = decide(listed(key));
        if (change.put !== undefined) put(change.put);
        for (const id of change.remove ?? []) memories.get(key)?.delete(id);
        if (change.audit !== undefined) addAudit(change.audit);
        return change.result;
      }),
  };
}
