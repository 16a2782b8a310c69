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

/** A store of the values that `make` returns for a source's states: one value a state, shared by all readers. */
export function derivedStore<State extends object, Shown>(
  { getState, getInitialState, subscribe }: StateSource<State>,
  make: (state: State) => Shown,
): ReadableStore<Shown> {
  const made = new WeakMap<State, { readonly shown: Shown }>();
  const shownOf = (state: State) => {
    const { shown } = made.get(state) ?? { shown: make(state) };
    made.set(state, { shown });
    return shown;
  };
  return readableStore({
    subscribe,
    getState: () => shownOf(getState()),
    getInitialState: () => shownOf(getInitialState()),
  });
}
