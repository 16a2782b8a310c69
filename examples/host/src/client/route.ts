import { useCallback, useSyncExternalStore } from "react";

/** Where the person is: the page, the conversation and the view, all in the address so that a reload comes back. */
export interface Route {
  readonly page: "desk" | "parts" | "headless" | "settings";
  readonly conversation: string;
  readonly view: "chat" | "session";
  /** Of the settings page; empty for its first one. */
  readonly section: string;
}

function read(): Route {
  const query = new URLSearchParams(location.search);
  const page = location.pathname.slice(1);
  return {
    page: page === "parts" || page === "headless" || page === "settings" ? page : "desk",
    conversation: query.get("conversation") ?? "welcome",
    view: query.get("view") === "session" ? "session" : "chat",
    section: query.get("section") ?? "",
  };
}

const listeners = new Set<() => void>();
let current = read();

function changed(): void {
  current = read();
  for (const listener of listeners) listener();
}
addEventListener("popstate", changed);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRoute() {
  const route = useSyncExternalStore(subscribe, () => current);
  const go = useCallback((change: Partial<Route>) => {
    const next = { ...current, ...change };
    const query = new URLSearchParams({ conversation: next.conversation, view: next.view });
    if (next.section !== "") query.set("section", next.section);
    history.pushState(null, "", `/${next.page === "desk" ? "" : next.page}?${query}`);
    changed();
  }, []);
  return { route, go };
}
