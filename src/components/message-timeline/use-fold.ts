import { useState } from "react";
import { useTimelineContext, type FoldMemory } from "./timeline-context.js";

/** How many choices of the reader are kept; the oldest goes first. */
const mostFolds = 500;

/** What the reader chose under any of these keys; undefined where they chose nothing. */
export function recallFold(folds: FoldMemory, keys: readonly string[]): boolean | undefined {
  for (const key of keys) {
    const choice = folds.get(key);
    if (choice !== undefined) return choice;
  }
  return undefined;
}

export function rememberFold(folds: FoldMemory, keys: readonly string[], open: boolean): void {
  for (const key of keys) {
    folds.delete(key);
    folds.set(key, open);
  }
  for (const oldest of folds.keys()) {
    if (folds.size <= mostFolds) return;
    folds.delete(oldest);
  }
}

/** Whether something that folds is open: as the reader left it, or else as it comes. It outlives a remount of the row. */
export function useFold(key: string, initially: boolean): [open: boolean, setOpen: (open: boolean) => void] {
  const { folds } = useTimelineContext();
  const [, redraw] = useState(0);
  const setOpen = (open: boolean) => {
    rememberFold(folds, [key], open);
    redraw((count) => count + 1);
  };
  return [folds.get(key) ?? initially, setOpen];
}
