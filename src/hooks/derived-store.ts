import { readableStore, type ReadableStore, type StateSource } from "./readable-store.js";

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
