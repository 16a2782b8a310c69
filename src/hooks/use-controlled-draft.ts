import { useMemo } from "react";
import type { DraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";
import { useLatest } from "./use-latest.js";

interface Controlled {
  /** Undefined while the composer keeps the text itself. */
  readonly value: string | undefined;
  readonly onValueChange: ((value: string) => void) | undefined;
}

/**
 * A draft whose text is the host's: it reads `value`, and reports a change of it to `onValueChange`. Extras are in `own`.
 * Null without both, as a text could be lost.
 */
export function useControlledDraft(own: DraftKeeper, given: Controlled): DraftKeeper | null {
  const latest = useLatest(given);
  const { draft, notify } = useMemo(() => createControlledDraft(own, () => latest.current), [own, latest]);
  const { value, onValueChange } = given;
  useBrowserLayoutEffect(notify, [notify, value]);
  return value !== undefined && onValueChange ? draft : null;
}

function createControlledDraft(own: DraftKeeper, given: () => Controlled) {
  const listeners = new Set<() => void>();
  const draft: DraftKeeper = {
    ...own,
    getState: () => ({ ...own.getState(), text: given().value ?? "" }),
    type: (text) => given().onValueChange?.(text),
    subscribe(listener) {
      const unsubscribe = own.subscribe(listener);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        unsubscribe();
      };
    },
  };
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return { draft, notify };
}
