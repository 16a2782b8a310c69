import { useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { isFocusFree } from "../mount.js";
import type { Sessions } from "../../hooks/use-sessions.js";

interface RowKeys {
  /** The row where the tab key stops. */
  readonly stopId: string | undefined;
  readonly handlers: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: (_place, last) => last,
};

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>(".sv-session");
const openIn = (row: Element | undefined) => row?.querySelector<HTMLElement>(".sv-session-open");

/**
 * One stop for the tab key in all rows; up, down, Home and End go through them. A row that moves to another list takes
 * the focus along.
 */
export function useRowKeys(
  part: RefObject<HTMLElement | null>,
  sessions: Sessions["sessions"],
  selectedId: string | undefined,
): RowKeys {
  const [focusedId, setFocusedId] = useState<string>();
  const focused = useRef<Element | null>(null);
  const isThere = (id: string | undefined) => sessions.some(({ sessionId }) => sessionId === id);
  const stopId = [focusedId, selectedId].find(isThere) ?? sessions[0]?.sessionId;
  const rows = () => [...(part.current?.querySelectorAll<HTMLElement>(".sv-session") ?? [])];
  useBrowserLayoutEffect(() => {
    const had = focused.current;
    if (had === null || had.isConnected) return;
    focused.current = null;
    if (!isFocusFree(had)) return;
    openIn(rows().find(({ dataset }) => dataset["session"] === focusedId))?.focus({ preventScroll: true });
  });
  return {
    stopId,
    handlers: {
      onFocus({ target }) {
        focused.current = target;
        setFocusedId(rowOf(target)?.dataset["session"]);
      },
      onBlur({ target }) {
        // The person moved the focus; an element that is removed can lose it too.
        if (target.isConnected) focused.current = null;
      },
      onKeyDown(event) {
        const row = rowOf(event.target);
        const all = rows();
        const step = steps[event.key];
        if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
        if (!step) return;
        event.preventDefault();
        openIn(all[step(all.indexOf(row), all.length - 1)])?.focus();
      },
    },
  };
}
