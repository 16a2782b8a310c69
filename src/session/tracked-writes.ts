/** Writes of a panel, by what they change: which are on their way, and why the last one was refused. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ServiceConnection } from "../api/service-connection.js";
import { isConflict } from "../foundation/is-conflict.js";
import { toError } from "../foundation/to-error.js";

/** Dependencies of a panel's verbs. */
export interface PanelWorld {
  readonly client: ServiceConnection;
  readonly workspaceId: string | undefined;
  /** Refetches what the panel shows. */
  readonly refresh: () => void;
}

/** A write that was refused, and why. */
export interface RefusedWrite<Action extends string> {
  /** The changed record. */
  readonly target: string;
  readonly action: Action;
  readonly error: Error;
  /** Whether another change was faster, so that the displayed data is outdated. */
  readonly isConflict: boolean;
}

export interface WritesState<Action extends string> {
  readonly pending: ReadonlyMap<string, Action>;
  /** The last refused write, until the next one begins. */
  readonly refused: RefusedWrite<Action> | null;
  /** The last refused write of each record, oldest first, until the next one of the same record. */
  readonly refusals: readonly RefusedWrite<Action>[];
}

export interface TrackedWrites<Action extends string> {
  readonly store: StoreApi<WritesState<Action>>;
  /** Runs a write and follows it. Rejects as the write does. */
  readonly run: <T>(target: string, action: Action, write: () => Promise<T>) => Promise<T>;
  /** Forgets why writes were refused. */
  readonly clear: () => void;
  /** The same for one record. */
  readonly clearOf: (target: string) => void;
}

/** Refusals that are kept, the newest. */
const mostRefusals = 50;

/** @param refresh called after each write, accepted or refused. @default nothing is called */
export function createTrackedWrites<Action extends string>(refresh?: () => void): TrackedWrites<Action> {
  const store = createStore<WritesState<Action>>()(() => ({ pending: new Map(), refused: null, refusals: [] }));
  const others = (target: string) => store.getState().refusals.filter((one) => one.target !== target);

  function set(target: string, action: Action | null, change: Partial<WritesState<Action>>): void {
    const pending = new Map(store.getState().pending);
    if (action === null) pending.delete(target);
    else pending.set(target, action);
    store.setState({ ...change, pending });
  }

  return {
    store,
    async run(target, action, write) {
      set(target, action, { refused: null, refusals: others(target) });
      try {
        const value = await write().finally(refresh);
        set(target, null, {});
        return value;
      } catch (cause) {
        const error = toError(cause);
        const refused = { target, action, error, isConflict: isConflict(error) };
        set(target, null, { refused, refusals: [...others(target), refused].slice(-mostRefusals) });
        throw error;
      }
    },
    clear() {
      const { refused, refusals } = store.getState();
      if (refused || refusals.length > 0) store.setState({ refused: null, refusals: [] });
    },
    clearOf(target) {
      const { refused } = store.getState();
      store.setState({ refusals: others(target), refused: refused?.target === target ? null : refused });
    },
  };
}
