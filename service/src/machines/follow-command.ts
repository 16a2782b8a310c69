/** Waits for the end of a command that a machine runs, and reports what happens meanwhile. */
import type { Clock } from "../clock.js";
import { isUnavailable, type Store } from "../store/store.js";
import { isoNow } from "../world.js";
import { giveUp } from "./command.js";
import { createHints } from "../hints.js";
import { isConnected } from "./link-state.js";
import { isOpen, type CommandRecord, type MachineRecord, type OutputChunk } from "./machine-record.js";

export interface FollowOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Aborting ends the wait. */
  readonly signal: AbortSignal;
  readonly onOutput: (chunks: readonly OutputChunk[]) => Promise<void>;
  /** Called when the machine's connection is lost, and when it is back. */
  readonly onLink: (machine: MachineRecord, isLinked: boolean) => Promise<void>;
}

/** The store is read again after this long without a hint (ms). */
const lookMs = 1_000;
const pageSize = 50;

/**
 * @returns the command as it ended; null when it is gone with its session.
 * @throws the signal's reason.
 */
export async function followCommand(first: CommandRecord, options: FollowOptions): Promise<CommandRecord | null> {
  const { store, clock, signal, onOutput } = options;
  const noteLink = linkReporter(options);
  const hints = createHints(clock);
  const unwatch = store.watchMachine(first.machineId, hints.hint);
  signal.addEventListener("abort", hints.hint);
  let from = 0;
  try {
    for (;;) {
      hints.reset();
      signal.throwIfAborted();
      // The command before its output: all output of an ended command is there.
      const command = await orNothingYet(store.getCommand(first.id), first);
      const chunks = await orNothingYet(store.readOutput(first.id, from, pageSize), []);
      if (chunks.length > 0) await onOutput(chunks);
      from = (chunks.at(-1)?.offset ?? from - 1) + 1;
      if (command === null) return null;
      if (!isOpen(command) && chunks.length < pageSize) return command;
      if (chunks.length === pageSize) continue;
      const machine = await orNothingYet(store.getMachine(command.machineId), undefined);
      if (machine !== undefined) await noteLink(machine);
      const state = stateOf(machine, clock);
      const now = isoNow(clock);
      await orNothingYet(
        store.changeCommand(command.id, (known) => giveUp(known, now, state)),
        null,
      );
      await hints.wait(lookMs);
    }
  } finally {
    unwatch();
    signal.removeEventListener("abort", hints.hint);
  }
}

/** @param machine null when it is removed, undefined while the database is away */
function stateOf(machine: MachineRecord | null | undefined, clock: Clock): Parameters<typeof giveUp>[2] {
  if (machine === undefined) return "connected";
  if (machine === null || machine.revokedAt !== null) return "revoked";
  return isConnected(machine, clock) ? "connected" : "away";
}

/** Reports once that the link is lost and once that it has returned. */
function linkReporter({ clock, onLink }: FollowOptions): (machine: MachineRecord | null) => Promise<void> {
  let wasLinked = true;
  return async (machine) => {
    const isLinked = machine !== null && isConnected(machine, clock);
    if (machine === null || isLinked === wasLinked) return;
    wasLinked = isLinked;
    await onLink(machine, isLinked);
  };
}

/** A database that is away for the moment ends no command. */
async function orNothingYet<T, U>(reading: Promise<T>, instead: U): Promise<T | U> {
  try {
    return await reading;
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return instead;
  }
}
