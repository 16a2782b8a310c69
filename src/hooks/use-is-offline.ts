import { useSyncExternalStore } from "react";
import { isOffline } from "../foundation/is-offline.js";
import { listen } from "../foundation/listen.js";

/** Whether the device reports that it has no network. False on a server. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, never);
}

const never = () => false;

function subscribe(look: () => void): () => void {
  return listen([window, "online", look], [window, "offline", look]);
}
