/**
 * Ends the streams of machines that are revoked, in every process.
 *
 * Hints from the store make it immediate. A check at a fixed interval bounds the delay when a hint is lost: one query for all
 * machines that are connected here, and neither timer nor query without one.
 */
import type { Clock } from "../clock.js";
import { isUnavailable, type Store } from "../store/store.js";

/** Interval of the check (ms). A revoked machine must lose its stream within one second. */
export const machineCheckMs = 500;

export interface MachineWatch {
  /** Calls `end` once, when the machine is revoked. The returned function cancels the watch. */
  watch(machineId: string, end: () => void): () => void;
}

export interface MachineWatchOptions {
  readonly store: Pick<Store, "revokedMachines" | "watchMachine">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createMachineWatch({ store, clock, onError }: MachineWatchOptions): MachineWatch {
  const watched = new Map<string, Set<() => void>>();
  let cancelTimer: (() => void) | null = null;

  async function check(machineIds: readonly string[]): Promise<void> {
    try {
      for (const id of await store.revokedMachines(machineIds)) for (const end of watched.get(id) ?? []) end();
    } catch (error) {
      // Checked again soon.
      if (!isUnavailable(error)) onError(error);
    }
  }

  function schedule(): void {
    const cancel = clock.after(machineCheckMs, () => {
      void check([...watched.keys()]).then(() => {
        // Another timer runs when the last watch ended and a new one began during the check.
        if (cancelTimer === cancel) schedule();
      });
    });
    cancelTimer = cancel;
  }

  return {
    watch(machineId, end) {
      const ends = watched.get(machineId) ?? new Set();
      const stopHints = store.watchMachine(machineId, () => void check([machineId]));
      const cancel = () => {
        stopHints();
        ends.delete(entry);
        if (ends.size > 0 || watched.get(machineId) !== ends) return;
        watched.delete(machineId);
        if (watched.size > 0) return;
        cancelTimer?.();
        cancelTimer = null;
      };
      const entry = () => {
        cancel();
        end();
      };
      watched.set(machineId, ends.add(entry));
      if (cancelTimer === null) schedule();
      return cancel;
    },
  };
}
