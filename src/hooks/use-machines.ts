import { useStore } from "zustand/react";
import { systemClock } from "../foundation/clock.js";
import type { ApprovedMachine } from "../session/approved-machines.js";
import type { Enrollment } from "../wire/protocol/machines.js";
import { createMachineActions, type MachineActions } from "../session/machine-actions.js";
import { listEnrollments } from "../api/routes/machines.js";
import type { RefusedWrite } from "../session/tracked-writes.js";
import { useServiceContext } from "./service-context.js";
import { shareRecordActions, useRecordList, type RecordListSource } from "./use-record-list.js";
import { givenOptions } from "./given-options.js";

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
export interface Machines extends Omit<MachineActions, "writes" | "approved"> {
  /** Newest first. */
  readonly machines: readonly Enrollment[];
  /** Machines that were approved on this page, newest first. Those without an id are not in `machines` yet. */
  readonly approved: readonly ApprovedMachine[];
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
/** How often the list is read while an approved machine connects (ms). */
const connectingMs = 2_000;

/**
 * Connected machines: listed, approved and removed. The list is refetched after each of these, when the page becomes
 * visible, and periodically while it is visible: every two seconds while an approved machine is not connected yet.
 *
 * @example
 * const { machines, revoke } = useMachines();
 */
export function useMachines(options: UseMachinesOptions = {}): Machines {
  const { refreshMs = 10_000, ...given } = givenOptions(options);
  const actions = shareRecordActions(source.name, useServiceContext(), given.workspaceId, source.create);
  const { lookUp, approve, deny, revoke } = actions;
  const approved = useStore(actions.approved.store);
  const isConnecting = approved.some(({ state }) => state === "connecting");
  const soon = isConnecting ? Math.min(refreshMs, connectingMs) : refreshMs;
  const { data, status } = useRecordList(source, { ...given, refreshMs: soon });
  return { lookUp, approve, deny, revoke, approved, machines: data ?? none, ...status };
}

const source: RecordListSource<readonly Enrollment[], "revoke", MachineActions> = {
  name: "machines",
  read: (client, workspaceId, signal) => listEnrollments(client, { workspaceId }, { signal }),
  onRead: (list, { approved }) => approved.settle(list, systemClock.now()),
  create: createMachineActions,
};
