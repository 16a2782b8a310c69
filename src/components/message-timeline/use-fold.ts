import { useState } from "react";
import { useTimelineContext } from "./timeline-context.js";

/**
 * Whether something that folds is open: as the reader left it, under any of its keys, or else as it comes. What the reader
 * chose holds when the group that it was in becomes part of another.
 */
export function useFold(
  keys: readonly string[],
  initially: boolean,
): [open: boolean, setOpen: (open: boolean) => void] {
  const { folds } = useTimelineContext();
  const [, redraw] = useState(0);
  const chosen = keys.map((key) => folds.get(key)).find((choice) => choice !== undefined);
  const setOpen = (open: boolean) => {
    for (const key of keys) folds.set(key, open);
    redraw((count) => count + 1);
  };
  return [chosen ?? initially, setOpen];
}
