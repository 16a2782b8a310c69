/** Calls back when the page may be unloaded. A phone often only hides the page. */
export function browserLeave(run: () => void): () => void {
  if (typeof window === "undefined") return () => {};
  const hide = () => {
    if (document.visibilityState === "hidden") run();
  };
  window.addEventListener("pagehide", run);
  document.addEventListener("visibilitychange", hide);
  return () => {
    window.removeEventListener("pagehide", run);
    document.removeEventListener("visibilitychange", hide);
  };
}
