import { useState } from "react";
import { useTimelineContext, type FoldMemory } from "./timeline-context.js";

/** Number of stored choices; the oldest is dropped first. */
const mostFolds = 500;

/** The reader's choice under any of these keys; undefined without one. */
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

/** Whether a foldable part is open: the reader's choice, else the default. Survives a remount of the row. */
export function useFold(key: string, initially: boolean): [open: boolean, setOpen: (open: boolean) => void] {
  const { folds } = useTimelineContext();
  const [, redraw] = useState(0);
  const setOpen = (open: boolean) => {
    rememberFold(folds, [key], open);
    redraw((count) => count + 1);
  };
  return [folds.get(key) ?? initially, setOpen];
}
