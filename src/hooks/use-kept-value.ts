import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { createDraftKeeper } from "../conversation/drafts/draft-keeper.js";
import { useOptionalServiceContext } from "./service-context.js";
import { shareDraft } from "./use-draft.js";

/**
 * An unfinished value, stored by its name in the person's storage: kept over a remount and a reload, and removed with
 * the person. Without a provider, or a name, only this component keeps it. `null` forgets it. The third of the result makes the
 * next value from the kept one, which is read from the storage before, if it was not yet.
 */
export function useKeptValue(
  name: string | null,
): readonly [unknown, (value: unknown) => void, (change: (kept: unknown) => unknown) => void] {
  const context = useOptionalServiceContext();
  const [own] = useState(() => createDraftKeeper());
  const keeper = context && name !== null ? shareDraft(context, ["value", name]) : own;
  const { text } = useSyncExternalStore(keeper.subscribe, keeper.getState, keeper.getInitialState);
  const value = useMemo(() => parse(text), [text]);
  const set = useCallback(
    (next: unknown) => {
      if (next === null) keeper.clear();
      else keeper.type(JSON.stringify(next));
    },
    [keeper],
  );
  const update = useCallback(
    (change: (kept: unknown) => unknown) => {
      keeper.restore();
      set(change(parse(keeper.getState().text)));
    },
    [keeper, set],
  );
  return [value, set, update];
}

interface KeptValues {
  readonly read: (name: string) => unknown;
  readonly forget: (name: string) => void;
}

/** Reads and forgets values of `useKeptValue` by their names. Without a provider there are none. */
export function useKeptValues(): KeptValues {
  const context = useOptionalServiceContext();
  return useMemo(() => {
    const keeper = (name: string) => context && shareDraft(context, ["value", name]);
    return {
      read: (name) => parse(keeper(name)?.getState().text ?? ""),
      forget: (name) => keeper(name)?.clear(),
    };
  }, [context]);
}

function parse(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
