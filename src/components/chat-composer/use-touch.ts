import { useSyncExternalStore } from "react";

// oxlint-disable no-restricted-globals -- the device has one answer for all windows
const query = "(pointer: coarse)";

/** Whether the reader works mainly with a finger. */
export function useTouch(): boolean {
  return useSyncExternalStore(subscribe, isTouch, () => false);
}

function isTouch(): boolean {
  return typeof matchMedia === "function" && matchMedia(query).matches;
}

function subscribe(listener: () => void): () => void {
  if (typeof matchMedia !== "function") return () => {};
  const list = matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
