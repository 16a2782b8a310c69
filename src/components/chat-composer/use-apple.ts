import { useSyncExternalStore } from "react";

/** Whether the reader's keyboard has ⌘ in the place of Ctrl; not known on a server. */
export function useApple(): boolean {
  return useSyncExternalStore(subscribe, isApple, () => false);
}

function isApple(): boolean {
  return typeof navigator === "object" && /mac|iphone|ipad|ipod/i.test(navigator.userAgent);
}

/** A keyboard stays what it is. */
const subscribe = () => () => {};
