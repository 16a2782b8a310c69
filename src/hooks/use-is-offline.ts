import { useSyncExternalStore } from "react";
import { isOffline } from "../foundation/is-offline.js";

/** Whether the device reports that it has no network. False on a server. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, never);
}

const never = () => false;

function subscribe(look: () => void): () => void {
  window.addEventListener("online", look);
  window.addEventListener("offline", look);
  return () => {
    window.removeEventListener("online", look);
    window.removeEventListener("offline", look);
  };
}
