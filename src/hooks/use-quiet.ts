import { useState } from "react";
import { useStore } from "zustand/react";
import type { ReadableStore } from "./readable-store.js";

/**
 * A session as it is shown, told anew when something besides its live groups has changed: for whatever stands around the
 * timeline, which must not render with each frame of an answer. `live` is as it was then.
 */
export function useQuiet<S extends { readonly live: unknown }>(store: ReadableStore<S>): S {
  const [select] = useState(createQuietSelector<S>);
  return useStore(store, select);
}

/** The same, told with each frame of an answer: for the timeline, and who speaks of it. */
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
