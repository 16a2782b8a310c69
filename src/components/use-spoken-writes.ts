import { useEffect, useRef, useState } from "react";
import { useLatest } from "../hooks/use-latest.js";

/** The writes of a list, from its hook. */
export interface SpokenWrites<Action extends string> {
  readonly pending: ReadonlyMap<string, Action> | undefined;
  readonly refused: { readonly target: string } | null | undefined;
  /** The effect of an accepted write, in words. */
  readonly done: (action: Action, target: string) => string;
}

/** The effect of a list's last accepted write, for its live region. A refused one is shown by the list itself. */
export function useSpokenWrites<Action extends string>(writes: SpokenWrites<Action>): string {
  const [spoken, setSpoken] = useState("");
  const { pending } = writes;
  const before = useRef(pending);
  const now = useLatest(writes);
  useEffect(() => {
    const { done, refused } = now.current;
    // Else the same words would not be spoken again.
    if ([...(pending?.keys() ?? [])].some((target) => before.current?.has(target) !== true)) setSpoken("");
    for (const [target, action] of before.current ?? []) {
      if (pending?.has(target)) continue;
      setSpoken(refused?.target === target ? "" : done(action, target));
    }
    before.current = pending;
  }, [pending, now]);
  return spoken;
}
