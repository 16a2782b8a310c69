import { isElement, selectionOf } from "../../mount.js";
import { scrollsItself } from "./place.js";

interface IntentListener {
  /** Called with each sign that the reader wants the visible rows to stay. */
  readonly onHold: () => void;
  /** Called before the press of a fold's button takes effect. */
  readonly onFold: (button: Element, isOpening: boolean) => void;
}

/**
 * Input of a reader that means "leave this where it is", before or without any scrolling: the view may grow again
 * before the browser has moved it.
 *
 * @returns a function that stops listening
 */
export function listenForIntent(view: HTMLElement, content: HTMLElement, { onHold, onFold }: IntentListener) {
  const end = new AbortController();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => view.addEventListener(type, listener, { passive: true, signal: end.signal });
  const canMoveUp = () => view.scrollTop > 0;
  let touched: number | null = null;

  on("wheel", (event) => {
    const isZoom = event.ctrlKey;
    if (event.deltaY < 0 && !isZoom && canMoveUp() && !scrollsWithin(event.target, view)) onHold();
  });
  on("touchstart", ({ touches }) => {
    touched = touches.length === 1 ? (touches[0]?.clientY ?? null) : null;
  });
  on("touchmove", ({ touches, target }) => {
    const y = touches[0]?.clientY;
    if (touched === null || y === undefined) return;
    if (y - touched > 3 && canMoveUp() && !scrollsWithin(target, view)) onHold();
  });
  on("keydown", (event) => {
    if (canMoveUp() && movesUp(event) && !isField(event.target) && !scrollsWithin(event.target, view)) onHold();
  });
  on("focusin", ({ target }) => {
    if (isElement(target) && content.contains(target) && !isInLastRow(target, content)) onHold();
  });
  view.addEventListener(
    "click",
    ({ target }) => {
      const button = isElement(target) ? target.closest("[aria-expanded]:not([aria-haspopup])") : null;
      if (button && content.contains(button)) onFold(button, button.getAttribute("aria-expanded") === "false");
    },
    { capture: true, signal: end.signal },
  );
  view.ownerDocument.addEventListener(
    "selectionchange",
    () => {
      const selection = selectionOf(content);
      if (selection && !selection.isCollapsed && content.contains(selection.anchorNode)) onHold();
    },
    { signal: end.signal },
  );
  return (): void => end.abort();
}

/** Whether something between here and the view takes an upward move for itself. */
function scrollsWithin(target: EventTarget | null, view: Element): boolean {
  for (let node = isElement(target) ? target : null; node && node !== view; node = node.parentElement) {
    if (node.scrollTop > 0 && scrollsItself(node)) return true;
  }
  return false;
}

const upKeys: ReadonlySet<string> = new Set(["ArrowUp", "PageUp", "Home"]);

function movesUp(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && (upKeys.has(event.key) || (event.key === " " && event.shiftKey));
}

function isField(target: EventTarget | null): boolean {
  return isElement(target) && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}

function isInLastRow(target: Element, content: Element): boolean {
  const row = target.closest("[data-group]");
  return row === null || row === [...content.querySelectorAll("[data-group]")].at(-1);
}
