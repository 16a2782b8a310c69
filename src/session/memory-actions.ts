/** The verbs for what agents remember of the signed-in person. */
import { isNotFound } from "../wire/protocol/api-error.js";
import { retrying } from "../api/retrying.js";
import { deleteMemories, deleteMemory } from "../api/routes/people-data.js";
import type { ServiceConnection } from "../api/service-connection.js";
import { createTrackedWrites, type TrackedWrites } from "./tracked-writes.js";

/** An action on memories. */
export type MemoryAction = "delete" | "deleteAll";

export interface MemoryActions {
  readonly writes: TrackedWrites<MemoryAction>;
  /** Deletes one memory for good. */
  readonly remove: (memoryId: string) => Promise<void>;
  /** Deletes everything that agents remember of the person, for good. */
  readonly removeAll: () => Promise<void>;
}

/** The target of a deletion of everything. */
const everyMemory = "all";
/** How often a deletion is tried again; each may be made twice without harm. */
const retries = 2;

export function createMemoryActions(options: {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  readonly refresh: () => void;
}): MemoryActions {
  const { workspaceId, refresh } = options;
  const client = retrying(options.client, retries);
  const writes = createTrackedWrites<MemoryAction>();

  async function removeOne(memoryId: string): Promise<void> {
    try {
      await deleteMemory(client, memoryId, { workspaceId });
    } catch (error) {
      // Gone already: an earlier try or somebody else deleted it. A host that shows no memories answers 404, too.
      if (!isNotFound(error) || error.code === "route_not_allowed") throw error;
    }
  }

  return {
    writes,
    remove: (memoryId) => writes.run(memoryId, "delete", () => removeOne(memoryId).finally(refresh)),
    async removeAll() {
      const write = () => deleteMemories(client, { workspaceId, owner: "user" }).finally(refresh);
      await writes.run(everyMemory, "deleteAll", write);
    },
  };
}
