import type { MemoryTables } from "../store/memory-tables.js";
import { isSameOwner, ownerKey } from "../store/owner.js";
import { newestFirst } from "../store/memory-queries.js";
import type { Run, Shelves } from "../store/memory-shelves.js";
import type { Watchers } from "../store/watchers.js";
import { commandsInProcess } from "./commands-in-process.js";
import { withoutApprover, type MachineMethods } from "./machine-record.js";

/** Codes, machines and their commands in a store that forgets everything with its process. */
export function machinesInProcess(
  run: Run,
  tables: MemoryTables,
  shelves: Shelves,
  watchers: Watchers,
): MachineMethods {
  const codes = tables.map(
    "device_codes",
    ({ deviceHash }) => deviceHash,
    ({ owner }) => (owner === null ? {} : { workspace_id: owner.workspaceId, owner: ownerKey(owner.endUser) }),
  );
  const machines = tables.map(
    "machines",
    ({ id }) => id,
    ({ id, workspaceId, endUser }) => ({ id, workspace_id: workspaceId, owner: ownerKey(endUser) }),
  );
  const connected = (workspaceId: string) =>
    [...machines.values()].filter((machine) => machine.workspaceId === workspaceId && machine.revokedAt === null);
  const topic = (machineId: string) => `machine:${machineId}`;
  const notify = (machineId: string) => watchers.notify(topic(machineId));

  return {
    ...commandsInProcess(run, tables, shelves, notify),
    addDeviceCode: (record, { now, perSource, total, forgetBefore }) =>
      run(() => {
        for (const code of codes.values()) if (code.expiresAt < forgetBefore) codes.delete(code.deviceHash);
        const valid = [...codes.values()].filter((code) => code.expiresAt > now);
        const own = valid.filter((code) => code.source === record.source);
        const isTaken =
          record.userHash !== null && [...codes.values()].some((code) => code.userHash === record.userHash);
        if (isTaken || valid.length >= total || own.length >= perSource) return false;
        codes.set(record.deviceHash, record);
        return true;
      }),
    changeDeviceCode: (by, decide) =>
      run(() => {
        const code =
          "deviceHash" in by
            ? codes.get(by.deviceHash)
            : [...codes.values()].find((entry) => entry.userHash === by.userHash);
        const { put, machine, room, result } = decide(code ?? null);
        if (machine !== undefined) room?.(connected(machine.workspaceId).length);
        if (put !== undefined) codes.set(put.deviceHash, put);
        if (machine !== undefined) machines.set(machine.id, machine);
        return result;
      }),

    findMachine: (hash) => run(() => [...machines.values()].find((machine) => machine.hash === hash) ?? null),
    getMachine: (id) => run(() => machines.get(id) ?? null),
    listMachines: ({ workspaceId, owners, limit }) =>
      run(() =>
        connected(workspaceId)
          .filter(({ endUser }) => owners?.some((owner) => isSameOwner(owner, endUser)) ?? true)
          .toSorted(newestFirst)
          .slice(0, limit),
      ),
    changeMachine: (id, decide) =>
      run(() => {
        const machine = machines.get(id);
        if (machine === undefined) return null;
        const next = decide(machine);
        machines.set(id, next);
        notify(id);
        return next;
      }),
    forgetApprover: (workspaceId, person) =>
      run(() => {
        for (const machine of machines.values()) {
          const next = machine.workspaceId === workspaceId ? withoutApprover(machine, person) : undefined;
          if (next) machines.set(next.id, next);
        }
        for (const code of codes.values()) {
          const owner = code.owner?.workspaceId === workspaceId ? withoutApprover(code.owner, person) : undefined;
          if (owner) codes.set(code.deviceHash, { ...code, owner });
        }
      }),
    revokedMachines: (ids) => run(() => ids.filter((id) => machines.get(id)?.revokedAt !== null)),

    watchMachine: (id, listener) => watchers.watch(topic(id), listener),
  };
}
