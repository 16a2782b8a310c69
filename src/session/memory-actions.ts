/** The verbs for agents' memories of the signed-in person. */
import { retrying } from "../api/retrying.js";
import { deleteMemories, deleteMemory } from "../api/routes/people-data.js";
import { createTrackedWrites, type PanelWorld, type TrackedWrites } from "./tracked-writes.js";
import { unlessGone } from "./unless-gone.js";

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

  return {
    writes,
    remove: (memoryId) =>
      writes.run(memoryId, "delete", () => deleteMemory(client, memoryId, { workspaceId }).then(() => {}, unlessGone)),
    async removeAll() {
      const write = () => deleteMemories(client, { workspaceId, owner: "user" });
      await writes.run(everyMemory, "deleteAll", write);
    },
  };
}
