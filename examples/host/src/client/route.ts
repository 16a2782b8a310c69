import { useCallback, useSyncExternalStore } from "react";

/** The person's place: page, conversation and how it is opened, all in the address, so that a reload restores it. */
export interface Route {
  readonly page: "desk" | "parts" | "headless" | "settings" | "machines/approve";
  /** This product's own id of a conversation. */
  readonly conversation: string;
  /** Which door of the kit shows the conversation; empty leaves it to the page. Only addresses typed by hand name one. */
  readonly view: "chat" | "session" | "";
  /** Id of the kit's session, for one that was opened from the list; else empty. */
  readonly session: string;
  /** Section of the settings page; one that is empty or unknown becomes its first. */
  readonly section: string;
  /** Session that the settings page shows in place of a section; empty for none. */
  readonly opened: string;
  /** For the page that approves a machine: the code that its program put into the address. */
  readonly code: string;
}

/** Opens another page. `replace` keeps the former one out of the history. */
export type Go = (change: Partial<Route>, how?: "push" | "replace") => void;

const views = ["chat", "session"] as const;
const pages = ["parts", "headless", "settings", "machines/approve"] as const;

function read(): Route {
  const query = new URLSearchParams(location.search);
  return {
    page: pages.find((page) => page === location.pathname.slice(1)) ?? "desk",
    conversation: query.get("conversation") ?? "welcome",
    view: views.find((view) => view === query.get("view")) ?? "",
    session: query.get("session") ?? "",
    section: query.get("section") ?? "",
    opened: query.get("opened") ?? "",
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

/** @returns a function that ends the subscription */
export function onPlaceChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The address of a place; parts that are not named stay as they are. */
export function hrefOf(change: Partial<Route>): string {
  const next = { ...current, ...change };
  const query = new URLSearchParams({ conversation: next.conversation });
  for (const name of ["view", "session", "section", "opened"] as const)
    if (next[name] !== "") query.set(name, next[name]);
  return `/${next.page === "desk" ? "" : next.page}?${query}`;
}

export function useRoute(): { readonly route: Route; readonly go: Go } {
  const route = useSyncExternalStore(onPlaceChange, () => current);
  const go = useCallback<Go>((change, how = "push") => {
    history[`${how}State`](null, "", hrefOf(change));
    changed();
  }, []);
  return { route, go };
}

const isCovered = (): boolean => (history.state as { readonly covered?: unknown } | null)?.covered === true;

/** Something that covers the page, as the orders do on a phone. It is an entry of the history, so Back closes it. */
export function useCover() {
  const covered = useSyncExternalStore(onPlaceChange, isCovered);
  const setCovered = useCallback((next: boolean) => {
    if (next === isCovered()) return;
    if (!next) return history.back();
    history.pushState({ covered: true }, "");
    changed();
  }, []);
  return [covered, setCovered] as const;
}
