import { createContext, useContext, useState, useSyncExternalStore } from "react";
import { useStore } from "zustand/react";
import { isGrowing, isSame, newestVersion, onlyGrew } from "../timeline/growth.js";
import type { TimelineGroup } from "../timeline/groups.js";
import type { TimelineItem } from "../timeline/items.js";
import type { ReadableStore } from "./readable-store.js";

/**
 * A session that changes only with something besides its live groups: for components around the timeline, which must
 * not render with each frame of an answer. `live` is from the last such change.
 */
export function useQuiet<S extends { readonly live: unknown }>(store: ReadableStore<S>): S {
  const [select] = useState(createQuietSelector<S>);
  return useStore(store, select);
}

/**
 * The same, also with changes of its live groups that are more than a longer text: for the timeline and its announcer.
 * The growing row itself gets its text with `useNewest`, so that nothing else renders for it.
 */
export function useSteady<S extends Live>(store: ReadableStore<S>): S {
  const [select] = useState(createSteadySelector<S>);
  return useStore(store, select);
}

interface Live {
  readonly live: readonly TimelineGroup[];
}

const createQuietSelector = <S extends { readonly live: unknown }>() =>
  keepWhile<S>((one, other) => isSame(one, other, "live"));

const createSteadySelector = <S extends Live>() =>
  keepWhile<S>((one, other) => isSame(one, other, "live") && onlyGrew(one.live, other.live));

/** Returns the first of equal states. */
function keepWhile<S>(isEqual: (kept: S, state: S) => boolean): (state: S) => S {
  let kept: S | undefined;
  return (state) => {
    if (kept === undefined || !isEqual(kept, state)) kept = state;
    return kept;
  };
}

/** The live groups of the timeline around a row. Outside one, rows do not grow by themselves. */
export const GrowthContext = createContext<ReadableStore<Live> | null>(null);

/**
 * The newest version of a row that grows; another one as it is.
 *
 * @param subscribes whether to render again with each newer version. @default true
 */
export function useNewest<Item extends TimelineItem>(item: Item, subscribes = true): Item {
  const store = useContext(GrowthContext);
  const source = subscribes && isGrowing(item) ? store : null;
  const read = () => (source ? newestVersion(source.getState().live, item) : item);
  return useSyncExternalStore(source?.subscribe ?? never, read, () => item);
}

const never = () => () => {};
