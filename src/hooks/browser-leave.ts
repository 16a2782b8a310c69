/** Calls back when the page may be gone in a moment. A phone often tells it only by hiding the page. */
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
