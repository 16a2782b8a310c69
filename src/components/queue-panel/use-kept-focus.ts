import { useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import type { SessionView } from "../../hooks/session-view.js";
import { useLatest } from "../../hooks/use-latest.js";

/**
 * Keeps the focus on a prompt's button when the prompts change places: a browser drops it from an element that is moved.
 * When the button's prompt has gone, its neighbour takes it; when it was the last, `onEmptied` puts it elsewhere.
 */
export function useKeptFocus(
  list: RefObject<HTMLOListElement | null>,
  queue: SessionView["queue"],
  onEmptied: (() => void) | undefined,
): void {
  const emptied = useLatest(onEmptied);
  const last = useRef<{ readonly turnId: string; readonly button: number; readonly place: number } | null>(null);
  useBrowserLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])] as HTMLElement[];
    const { activeElement } = document;
    if (last.current && (activeElement === null || activeElement === document.body)) {
      const { turnId, button, place } = last.current;
      const row = rows.find((one) => one.dataset["turn"] === turnId) ?? rows[Math.min(place, rows.length - 1)];
      const buttons = row?.querySelectorAll<HTMLElement>("button") ?? [];
      buttons[Math.min(button, buttons.length - 1)]?.focus({ preventScroll: true });
      if (rows.length === 0) {
        last.current = null;
        emptied.current?.();
      }
    }
  }, [list, queue, emptied]);
  useBrowserLayoutEffect(() => {
    const element = list.current;
    const remember = () => {
      const rows = [...(element?.children ?? [])] as HTMLElement[];
      const row = rows.find((one) => one.contains(document.activeElement));
      const turnId = row?.dataset["turn"];
      if (!row || turnId === undefined) return;
      const button = [...row.querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
      last.current = { turnId, button, place: rows.indexOf(row) };
    };
    const forget = ({ target }: FocusEvent) => {
      // The person left, to somewhere or nowhere; an element that went away or to another place did not leave.
      queueMicrotask(() => {
        if ((target as Node).isConnected && !element?.contains(document.activeElement)) last.current = null;
      });
    };
    element?.addEventListener("focusin", remember);
    element?.addEventListener("focusout", forget);
    return () => {
      element?.removeEventListener("focusin", remember);
      element?.removeEventListener("focusout", forget);
    };
  }, [list, queue.length === 0]);
}
