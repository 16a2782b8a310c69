import { useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { styleOf } from "../mount.js";

/** Scrolls the list to each new notice in it. Only the list scrolls, never the page around it. */
export function useNoticeInSight(list: RefObject<HTMLElement | null>, targets: readonly string[]): void {
  const shown = useRef<readonly string[]>([]);
  const key = targets.join(" ");
  useBrowserLayoutEffect(() => {
    const current = key === "" ? [] : key.split(" ");
    const added = current.findLast((target) => !shown.current.includes(target));
    shown.current = current;
    if (list.current && added !== undefined) showNotice(list.current, added);
  }, [list, key]);
}

function showNotice(list: HTMLElement, target: string): void {
  const rows = [...list.querySelectorAll<HTMLElement>(".sv-queue-item")];
  const notice = rows.find(({ dataset }) => dataset["turn"] === target)?.querySelector(".sv-queue-notice");
  if (!notice) return;
  const box = list.getBoundingClientRect();
  const { top, bottom } = notice.getBoundingClientRect();
  // The edges of the list fade.
  const fade = Number.parseFloat(styleOf(list).scrollPaddingBlockEnd) || 0;
  const below = bottom + fade - box.bottom;
  const above = box.top + fade - top;
  // A notice that is higher than the list shows its beginning.
  if (below > 0) list.scrollTop += Math.min(below, -above);
  else if (above > 0) list.scrollTop -= above;
}
