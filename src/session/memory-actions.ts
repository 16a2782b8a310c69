/** The verbs for agents' memories of the signed-in person. */
import { isNotFound } from "../wire/protocol/api-error.js";
import { retrying } from "../api/retrying.js";
import { deleteMemories, deleteMemory } from "../api/routes/people-data.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";

/** An action on memories. */
export type MemoryAction = "delete" | "deleteAll";

export interface MemoryActions {
  readonly writes: TrackedWrites<MemoryAction>;
  /** Deletes one memory permanently. */
  readonly remove: (memoryId: string) => Promise<void>;
  /** Deletes all memories of the person permanently. */
  readonly removeAll: () => Promise<void>;
}

/** The target of a deletion of everything. */
const everyMemory = "all";
export function createMemoryActions(options: PanelWorld): MemoryActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client);
  const writes = createTrackedWrites<MemoryAction>(refresh);

  async function removeOne(memoryId: string): Promise<void> {
    try {
      await deleteMemory(client, memoryId, { workspaceId });
    } catch (error) {
      // Already deleted, by an earlier attempt or another user. A host without `memory` answers 404, too.
      if (!isNotFound(error) || error.code === "route_not_allowed") throw error;
    }
  }

  return {
    writes,
    remove: (memoryId) => writes.run(memoryId, "delete", () => removeOne(memoryId)),
    async removeAll() {
      const write = () => deleteMemories(client, { workspaceId, owner: "user" });
      await writes.run(everyMemory, "deleteAll", write);
    },
  };
}
