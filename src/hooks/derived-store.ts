import { readableStore, type ReadableStore, type StateSource } from "./readable-store.js";

/** A store of what `make` makes of a source's state: one value for each state, so that all who look share it. */
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
