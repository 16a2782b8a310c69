import type { StoreApi } from "zustand/vanilla";

/** A component's view of a store: its state, its state on a server, and its changes. */
export type ReadableStore<T> = Pick<StoreApi<T>, "getState" | "getInitialState" | "subscribe">;

export interface StateSource<T> {
  readonly getState: () => T;
  readonly getInitialState: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A controller as a store that React can be bound to. */
export function readableStore<T>({ getState, getInitialState, subscribe }: StateSource<T>): ReadableStore<T> {
  return {
    getState,
    getInitialState,
    subscribe: (listener) => subscribe(() => listener(getState(), getState())),
  };
}
