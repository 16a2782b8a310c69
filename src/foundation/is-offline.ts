/** Whether the browser reports that the device has no network. False where nothing reports it, as on a server. */
export const isOffline = (): boolean => typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine;
