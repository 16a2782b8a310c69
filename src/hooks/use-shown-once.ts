/** Answers that a person has to see once, such as a new secret: kept until they are done with it, on whatever page. */
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { useServiceContext } from "./service-context.js";

export interface ShownOnce<T> {
  /** Oldest first. */
  readonly shown: readonly T[];
  /** Also for the end of a write whose form was removed. A message with the same id replaces the earlier one. */
  readonly add: (one: T) => void;
  /** Forgets it. */
  readonly done: (one: T) => void;
}

/**
 * Private to the signed-in person: in the memory of their scope and no browser storage, and forgotten with it.
 *
 * @param idOf a stable function
 */
export function useShownOnce<T>(name: string, workspaceId: string | undefined, idOf: (one: T) => string): ShownOnce<T> {
  const { scope, baseUrl } = useServiceContext();
  const { store, add, done } = scope.share(JSON.stringify(["shown-once", name, baseUrl, workspaceId ?? null]), () => {
    const kept = createStore<readonly T[]>()(() => []);
    const without = (id: string) => kept.getState().filter((one) => idOf(one) !== id);
    return {
      store: kept,
      add: (one: T) => {
        if (!scope.signal.aborted) kept.setState([...without(idOf(one)), one], true);
      },
      done: (one: T) => kept.setState(without(idOf(one)), true),
      dispose: () => kept.setState([], true),
    };
  });
  return { shown: useStore(store), add, done };
}
