import type { Enrollment } from "../wire/protocol/machines.js";
import { createMachineActions, type MachineActions } from "../session/machine-actions.js";
import { listEnrollments } from "../api/routes/machines.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { useRecordList, type RecordListSource } from "./use-record-list.js";

/** Options of `useMachines`. */
export interface UseMachinesOptions {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** How often the list is read again while the page is visible (ms). @default 10_000; `Infinity` is never */
  readonly refreshMs?: number | undefined;
  /** When false, nothing is listed; the verbs work all the same. @default true */
  readonly enabled?: boolean | undefined;
}

/** The machines of the signed-in person, and for an admin the workspace's. Verbs reject with a `ServiceApiError`. */
export interface Machines extends Omit<MachineActions, "writes"> {
  /** Newest first. */
  readonly machines: readonly Enrollment[];
  /** True until the first read has ended. */
  readonly isLoading: boolean;
  readonly refresh: () => void;
  /** Error of the last read. */
  readonly error: Error | null;
  /** Writes in progress, by machine. */
  readonly pending: ReadonlyMap<string, "revoke">;
  readonly refused: RefusedWrite<"revoke"> | null;
  readonly clearRefused: () => void;
}

const none: readonly Enrollment[] = [];

/**
 * Connected machines: listed, approved and removed. The list is refetched after each of these, when the page becomes
 * visible, and periodically while it is visible.
 *
 * @example
 * const { machines, revoke } = useMachines();
 */
export function useMachines({ refreshMs = 10_000, ...options }: UseMachinesOptions = {}): Machines {
  const { data, actions, status } = useRecordList(source, { ...options, refreshMs });
  const { lookUp, approve, deny, revoke } = actions;
  return { lookUp, approve, deny, revoke, machines: data ?? none, ...status };
}

const source: RecordListSource<readonly Enrollment[], "revoke", MachineActions> = {
  name: "machines",
  read: (client, workspaceId, signal) => listEnrollments(client, { workspaceId }, { signal }),
  create: createMachineActions,
};
