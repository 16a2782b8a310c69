import { useSyncExternalStore } from "react";

/** Whether the page has room for so many `rem`, as its style sheets decide it: large text leaves less room. */
export function isWide(rem: number): boolean {
  return innerWidth >= rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function onResize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** The same, followed while the window changes. */
export function useIsWide(rem: number): boolean {
  return useSyncExternalStore(onResize, () => isWide(rem));
}
