/** Calls back when a retry is worth while at once: the network came back, or the page is looked at again. */
export function browserWake(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const look = () => {
    if (document.visibilityState === "visible") run();
  };
  window.addEventListener("online", run);
  document.addEventListener("visibilitychange", look);
  return () => {
    window.removeEventListener("online", run);
    document.removeEventListener("visibilitychange", look);
  };
}
