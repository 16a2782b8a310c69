import { useEffect, useRef } from "react";
import { useLatest } from "../hooks/use-latest.js";
import { useSpoken } from "./use-spoken.js";

/** The writes of a list, from its hook. */
export interface SpokenWrites<Action extends string> {
  readonly pending: ReadonlyMap<string, Action> | undefined;
  readonly refused: { readonly target: string } | null | undefined;
  /** The effect of an accepted write, in words. */
  readonly done: (action: Action, target: string) => string;
}

/**
 * The effect of a list's last accepted write, for its live region, and a function for other words in it. A refused write is
 * shown by the list itself.
 */
export function useSpokenWrites<Action extends string>(writes: SpokenWrites<Action>): ReturnType<typeof useSpoken> {
  const [spoken, say] = useSpoken();
  const { pending } = writes;
  const before = useRef(pending);
  const now = useLatest(writes);
  useEffect(() => {
    const { done, refused } = now.current;
    for (const [target, action] of before.current ?? []) {
      if (pending?.has(target)) continue;
      say(refused?.target === target ? "" : done(action, target));
    }
    before.current = pending;
  }, [pending, now, say]);
  return [spoken, say];
}
