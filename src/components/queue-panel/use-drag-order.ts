import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from "react";
import { useLatest } from "../../hooks/use-latest.js";
import { windowOf } from "../mount.js";

export interface DragOrder {
  /** The turn that is dragged. */
  readonly dragged: string | null;
  /** Where a drop line is shown: before or after this turn's row. */
  readonly dropOf: (turnId: string) => "before" | "after" | undefined;
  readonly begin: (turnId: string) => (event: ReactPointerEvent) => void;
}

interface Drag {
  readonly turnId: string;
  /** The place among the others that it would take. */
  readonly place: number;
}

/** Reorders rows by a pointer of any kind. Escape gives up; nothing moves until it is dropped. */
export function useDragOrder(
  list: RefObject<HTMLOListElement | null>,
  onDrop: (turnId: string, place: number) => void,
): DragOrder {
  const [drag, setDrag] = useState<Drag | null>(null);
  const end = useRef(() => {});
  const latest = useLatest(onDrop);
  useEffect(() => () => end.current(), []);

  const rows = () => [...(list.current?.children ?? [])] as HTMLElement[];
  const others = (turnId: string) => rows().filter((row) => row.dataset["turn"] !== turnId);

  function begin(turnId: string, pressed: ReactPointerEvent): void {
    if (pressed.button !== 0) return;
    pressed.preventDefault();
    const present = () => rows().findIndex((row) => row.dataset["turn"] === turnId);
    let place = present();
    let height: number | null = null;
    const { pointerId } = pressed;
    const page = windowOf(pressed.currentTarget);
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      height = event.clientY;
      place = placeAt(others(turnId), height);
      setDrag({ turnId, place });
    };
    const finish = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      stop();
      if (event.type !== "pointerup" || height === null) return;
      // The queue may have changed since the press.
      const from = present();
      place = placeAt(others(turnId), height);
      if (from >= 0 && place !== from) latest.current(turnId, place);
    };
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Used up here: a dialog around the queue stays open.
      event.preventDefault();
      stop();
    };
    const stop = () => {
      page.removeEventListener("pointermove", move);
      page.removeEventListener("pointerup", finish);
      page.removeEventListener("pointercancel", finish);
      page.removeEventListener("keydown", giveUp, true);
      end.current = () => {};
      setDrag(null);
    };
    end.current();
    end.current = stop;
    page.addEventListener("pointermove", move);
    page.addEventListener("pointerup", finish);
    page.addEventListener("pointercancel", finish);
    page.addEventListener("keydown", giveUp, true);
    setDrag({ turnId, place });
  }

  return {
    dragged: drag?.turnId ?? null,
    dropOf(turnId) {
      if (!drag || turnId === drag.turnId) return undefined;
      const ids = others(drag.turnId).map((row) => row.dataset["turn"]);
      if (ids[drag.place] === turnId) return "before";
      return drag.place >= ids.length && ids.at(-1) === turnId ? "after" : undefined;
    },
    begin: (turnId) => (event) => begin(turnId, event),
  };
}

/** How many rows lie above this height. */
function placeAt(rows: readonly HTMLElement[], y: number): number {
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below === -1 ? rows.length : below;
}
