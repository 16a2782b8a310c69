import { oldestFirst } from "../store/memory-queries.js";
import type { Run, Shelves } from "../store/memory-shelves.js";
import { layerKey, type MemoryMethods, type MemoryRecord } from "./memory-record.js";

/** Agents' memories by layer and id, in a store that lives as long as its process. */
export type MemoryShelves = Map<string, Map<string, MemoryRecord>>;

export function memoriesInProcess(run: Run, memories: MemoryShelves, shelves: Shelves): MemoryMethods {
  const listed = (key: string) => [...(memories.get(key)?.values() ?? [])].toSorted(oldestFirst);

  return {
    listMemories: (layer) => run(() => listed(layerKey(layer))),
    changeMemories: (layer, decide) =>
      run(() => {
        if (layer.kind === "session") shelves.get(layer.sessionId);
        const key = layerKey(layer);
        const { put, remove, result } = decide(listed(key));
        const held = memories.get(key) ?? new Map<string, MemoryRecord>();
        if (put !== undefined) memories.set(key, held.set(put.id, put));
        if (remove !== undefined) held.delete(remove);
        return result;
      }),
  };
}
