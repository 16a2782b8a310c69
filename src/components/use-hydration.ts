import { useSyncExternalStore } from "react";

/** Whether this render is on a server or takes over the page of one. False from the next render on. */
export function useHydration(): boolean {
  return useSyncExternalStore(never, no, yes);
}

const never = () => () => undefined;
const yes = () => true;
const no = () => false;
