import { useState } from "react";
import { useStore } from "zustand/react";
import type { ReadableStore } from "./readable-store.js";

/**
 * A session that changes only with something besides its live groups: for components around the timeline, which must
 * not render with each frame of an answer. `live` is from the last such change.
 */
export function useQuiet<S extends { readonly live: unknown }>(store: ReadableStore<S>): S {
  const [select] = useState(createQuietSelector<S>);
  return useStore(store, select);
}

/** The same for every frame of an answer: for the timeline, and its announcer. */
export function useLive<S>(store: ReadableStore<S>): S {
  return useStore(store);
}

function createQuietSelector<S extends { readonly live: unknown }>(): (state: S) => S {
  let kept: S | undefined;
  return (state) => {
    if (!kept || !isSameButLive(kept, state)) kept = state;
    return kept;
  };
}

function isSameButLive<S extends { readonly live: unknown }>(one: S, other: S): boolean {
  return (Object.keys(other) as (keyof S)[]).every((key) => key === "live" || Object.is(one[key], other[key]));
}
