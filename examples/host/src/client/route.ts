import { hasUnsavedChanges } from "@service/react";
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

/**
 * Opens another page. `replace` keeps the former one out of the history.
 *
 * @returns false where the person stays, to keep the changed words of a form
 */
export type Go = (change: Partial<Route>, how?: "push" | "replace") => boolean;

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

/** The data that this product keeps with each entry of the history. */
interface Entry {
  /** Its place in the history, from 0. */
  readonly step: number;
  /** Whether something covers the page. */
  readonly isCovered: boolean;
}

const entry = (): Entry => ({ step: 0, isCovered: false, ...(history.state as Partial<Entry> | null) });

const listeners = new Set<() => void>();
let current = read();
let { step } = entry();

function changed(): void {
  current = read();
  ({ step } = entry());
  for (const listener of listeners) listener();
}

/** Whether the person may go: at once, or once they agreed to lose the changed words of a form. */
const mayLeave = () => !hasUnsavedChanges() || confirm("Discard your changes?");

/** An entry that the browser made, at the first load and for a link within the page, gets its step. */
const numberEntry = (newStep: number) => {
  if (history.state === null) history.replaceState({ step: newStep }, "");
};
numberEntry(0);

addEventListener("popstate", () => {
  numberEntry(step + 1);
  const isSamePage = hrefOf(read()) === hrefOf(current);
  if (isSamePage || mayLeave()) return changed();
  // The browser moved already. Back to the page that is still shown.
  history.go(step - entry().step);
});

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
  return { route, go };
}

const go: Go = (change, how = "push") => {
  if (!mayLeave()) return false;
  history[`${how}State`]({ step: how === "push" ? step + 1 : step }, "", hrefOf(change));
  changed();
  return true;
};

const isCovered = (): boolean => entry().isCovered;

/** Something that covers the page, as the orders do on a phone. It is an entry of the history, so Back closes it. */
export function useCover() {
  const covered = useSyncExternalStore(onPlaceChange, isCovered);
  const setCovered = useCallback((next: boolean) => {
    if (next === isCovered()) return;
    if (!next) return history.back();
    history.pushState({ step: step + 1, isCovered: true }, "");
    changed();
  }, []);
  return [covered, setCovered] as const;
}
