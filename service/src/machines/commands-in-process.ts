import type { MemoryTables } from "../store/memory-tables.js";
import { oldestFirst } from "../store/memory-queries.js";
import type { Run, Shelves } from "../store/memory-shelves.js";
import {
  isOpen,
  type CommandChange,
  type CommandMethods,
  type CommandRecord,
  type OutputChunk,
} from "./machine-record.js";

/** @param notify calls the watchers of a machine. */
export function commandsInProcess(
  run: Run,
  tables: MemoryTables,
  shelves: Shelves,
  notify: (machineId: string) => void,
): CommandMethods {
  const commands = tables.map(
    "machine_commands",
    ({ id }) => id,
    ({ id, sessionId, machineId }) => ({ id, session_id: sessionId, machine_id: machineId }),
  );
  const outputs = new Map<string, OutputChunk[]>();
  tables.register("machine_output", {
    *all() {
      for (const [commandId, chunks] of outputs) for (const chunk of chunks) yield { commandId, chunk };
    },
    add({ commandId, chunk }) {
      const known = outputs.get(commandId) ?? [];
      if (known.some(({ offset }) => offset === chunk.offset)) return false;
      outputs.set(commandId, [...known, chunk]);
      return true;
    },
    remove: ({ commandId }) => void outputs.delete(commandId),
    columns: ({ commandId }) => ({ command_id: commandId }),
  });

  /** Null also for a command whose session was removed, which takes the command with it. */
  function commandOf(id: string): CommandRecord | null {
    const command = commands.get(id);
    if (command === undefined || shelves.all.has(command.sessionId)) return command ?? null;
    forget(id);
    return null;
  }

  function forget(id: string): void {
    commands.delete(id);
    outputs.delete(id);
  }

  function change<T>(id: string, { put, output, result }: CommandChange<T>): T {
    if (put !== undefined) commands.set(id, put);
    if (output !== undefined) outputs.set(id, [...(outputs.get(id) ?? []), output]);
    if (put !== undefined) notify(put.machineId);
    return result;
  }

  const open = (machineId: string) =>
    [...commands.keys()]
      .flatMap((id) => commandOf(id) ?? [])
      .filter((command) => command.machineId === machineId && isOpen(command));

  return {
    queueCommand: (record, { limit, forgetBefore }) =>
      run(() => {
        shelves.get(record.sessionId);
        for (const command of commands.values()) {
          if (!isOpen(command) && command.createdAt < forgetBefore) forget(command.id);
        }
        const { machineId, sessionId, callId } = record;
        const known = [...commands.values()].find(
          (command) => command.sessionId === sessionId && command.callId === callId,
        );
        if (known !== undefined) {
          if (isOpen(known)) commands.set(known.id, { ...known, attempt: record.attempt });
          return known;
        }
        if (open(machineId).length >= limit) return null;
        commands.set(record.id, record);
        notify(machineId);
        return record;
      }),
    getCommand: (id) => run(() => commandOf(id)),
    openCommands: (machineId) => run(() => open(machineId).toSorted(oldestFirst)),
    changeCommand: (id, decide) => run(() => change(id, decide(commandOf(id)))),
    changeCommandInTurn: (id, decide) =>
      run(() => {
        const command = commandOf(id);
        const shelf = command === null ? undefined : shelves.all.get(command.sessionId);
        const turn = shelf?.lease == null ? undefined : shelf.turns.get(command?.turnId ?? "");
        return change(id, decide(command, turn ?? null));
      }),
    readOutput: (id, from, limit) =>
      run(() => (outputs.get(id) ?? []).filter(({ offset }) => offset >= from).slice(0, limit)),
  };
}
