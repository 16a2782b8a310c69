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
  readonly refused: RefusedWrite<Action> | null;
}

export interface TrackedWrites<Action extends string> {
  readonly store: StoreApi<WritesState<Action>>;
  /** Runs a write and follows it. Rejects as the write does. */
  readonly run: <T>(target: string, action: Action, write: () => Promise<T>) => Promise<T>;
  /** Forgets why the last one was refused. */
  readonly clear: () => void;
}

/** @param refresh called after each write, accepted or refused. @default nothing is called */
export function createTrackedWrites<Action extends string>(refresh?: () => void): TrackedWrites<Action> {
  const store = createStore<WritesState<Action>>()(() => ({ pending: new Map<string, Action>(), refused: null }));

  function set(target: string, action: Action | null, refused: RefusedWrite<Action> | null): void {
    const pending = new Map(store.getState().pending);
    if (action === null) pending.delete(target);
    else pending.set(target, action);
    store.setState({ pending, refused }, true);
  }

  return {
    store,
    async run(target, action, write) {
      set(target, action, null);
      try {
        const value = await write().finally(refresh);
        set(target, null, store.getState().refused);
        return value;
      } catch (cause) {
        const error = toError(cause);
        set(target, null, { target, action, error, isConflict: isConflict(error) });
        throw error;
      }
    },
    clear() {
      if (store.getState().refused) store.setState({ refused: null });
    },
  };
}
