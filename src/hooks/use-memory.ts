import type { Memory } from "../wire/protocol/people-data.js";
import { listMemories } from "../api/routes/people-data.js";
import { createMemoryActions, type MemoryAction, type MemoryActions } from "../session/memory-actions.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { useRecordList, type RecordListSource } from "./use-record-list.js";

/** Options of `useMemory`. */
export interface UseMemoryOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** Agents' memories of the signed-in person. Verbs reject with a `ServiceApiError`. */
export interface PersonMemory extends Omit<MemoryActions, "writes"> {
  /** Oldest first. */
  readonly memories: readonly Memory[];
  /** Nothing can be shown yet. */
  readonly isLoading: boolean;
  readonly refresh: () => void;
  /** Why the last read failed. */
  readonly error: Error | null;
  /** Writes in progress, by memory; `"all"` is a deletion of everything. */
  readonly pending: ReadonlyMap<string, MemoryAction>;
  readonly refused: RefusedWrite<MemoryAction> | null;
  readonly clearRefused: () => void;
}

const none: readonly Memory[] = [];

/**
 * Agents' memories of the signed-in person: listed, and deleted one by one or all at once. Needs `memory: true` of the
 * host's session proxy. The list is read again after each deletion and when the page is looked at again.
 *
 * @example
 * const { memories, remove } = useMemory();
 */
export function useMemory(options: UseMemoryOptions = {}): PersonMemory {
  const { data, actions, status } = useRecordList(source, options);
  const { remove, removeAll } = actions;
  return { remove, removeAll, memories: data ?? none, ...status };
}

const source: RecordListSource<readonly Memory[], MemoryAction, MemoryActions> = {
  name: "memory",
  read: (client, workspaceId, signal) => listMemories(client, { workspaceId, owner: "user" }, { signal }),
  create: createMemoryActions,
};
