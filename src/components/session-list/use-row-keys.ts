import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { Sessions } from "../../hooks/use-sessions.js";

interface RowKeys {
  /** The row where the tab key stops. */
  readonly stopId: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
}

const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: (_place, last) => last,
};

/** One stop for the tab key in the whole list; up, down, Home and End go through its rows. */
export function useRowKeys(
  list: RefObject<HTMLUListElement | null>,
  sessions: Sessions["sessions"],
  selectedId: string | undefined,
): RowKeys {
  const [focusedId, setFocusedId] = useState<string>();
  const isThere = (id: string | undefined) => sessions.some(({ sessionId }) => sessionId === id);
  const stopId = [focusedId, selectedId].find(isThere) ?? sessions[0]?.sessionId;
  const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>(".sv-session");
  return {
    stopId,
    onFocus: ({ target }) => setFocusedId(rowOf(target)?.dataset["session"]),
    onKeyDown(event) {
      const row = rowOf(event.target);
      const rows = [...(list.current?.querySelectorAll(".sv-session") ?? [])];
      const step = steps[event.key];
      if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
      if (!step) return;
      event.preventDefault();
      const next = rows[step(rows.indexOf(row), rows.length - 1)];
      next?.querySelector<HTMLElement>(".sv-session-open")?.focus();
    },
  };
}
