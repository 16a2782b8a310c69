import type { StoreApi } from "zustand/vanilla";

/** What a component needs of a store: a state, the state a server renders, and to hear of changes. */
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
