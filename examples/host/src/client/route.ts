import { useCallback, useSyncExternalStore } from "react";

/** The person's place: page, conversation and view, all in the address, so that a reload restores it. */
export interface Route {
  readonly page: "desk" | "parts" | "headless" | "settings" | "machines/approve";
  readonly conversation: string;
  readonly view: "chat" | "session";
  /** Section of the settings page; empty for its first one. */
  readonly section: string;
  /** For the page that approves a machine: the code that its program put into the address. */
  readonly code: string;
}

const pages = ["parts", "headless", "settings", "machines/approve"] as const;

function read(): Route {
  const query = new URLSearchParams(location.search);
  return {
    page: pages.find((page) => page === location.pathname.slice(1)) ?? "desk",
    conversation: query.get("conversation") ?? "welcome",
    view: query.get("view") === "session" ? "session" : "chat",
    section: query.get("section") ?? "",
    code: query.get("code") ?? "",
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
