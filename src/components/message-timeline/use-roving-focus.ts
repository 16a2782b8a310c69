import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { isTab } from "../is-tab.js";
import { isFocusFree, listenAround, styleOf } from "../mount.js";
import { controlsIn, focusStop, retryIn, rowsIn, stopOf, stopsIn, visibleRow } from "./focus-stops.js";

/** The keys for the first and the last row. */
export type Edge = "Home" | "End";

export interface RovingFocus {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Makes the rows of a timeline one tab stop, however many controls they contain: Up and Down move between rows, Home and
 * End to the first and last, Enter (or the arrow towards the end of the line) into a row's controls, Escape back out.
 * The rows need no support for it; the handlers are on the scrolling element. Without rows, as in an empty
 * conversation, Tab is the browser's own.
 *
 * @param end an element after the last row without a tab stop of its own, from which Tab continues
 * @param scrollTo scrolls to the first or the last line; a row may be taller than the view
 */
export function useRovingFocus(
  viewport: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  scrollTo: (edge: Edge) => void,
): RovingFocus {
  /** The last focused row, its focused element, and whether the Tab key is entering or leaving. */
  const memory = useRef<Memory>({ stop: null, focused: null, isLeaving: false, isTabbing: false });
  // A row that settles or folds may remove the focused element: its row, or its replacement, takes the focus.
  useEffect(() => {
    const { focused } = memory.current;
    if (!focused || focused.element.isConnected || !viewport.current) return;
    memory.current.focused = null;
    if (isFocusFree(viewport.current)) {
      focusStop(heirOf(viewport.current, focused) ?? viewport.current);
    }
  });
  // Only the Tab key is redirected to a row; a focus set by a pointer or a host stays.
  useEffect(() => {
    const note = (event: Event) => {
      memory.current.isTabbing = event.type === "keydown" && isTab(event as globalThis.KeyboardEvent);
    };
    // The key that enters a frame is one of the window around it.
    return viewport.current ? listenAround(viewport.current, tellTab, note, true) : undefined;
  }, [viewport]);
  return {
    onKeyDown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const view = event.currentTarget;
      if (act(event.nativeEvent, { view, end: end.current, memory: memory.current, scrollTo })) event.preventDefault();
    },
    onFocus(event) {
      const view = event.currentTarget;
      const target = event.target as HTMLElement;
      const stop = stopOf(target, view);
      if (!view.contains(event.relatedTarget) && arrives(target, view, memory.current)) return;
      memory.current.isLeaving = false;
      if (stop && stop !== retryIn(view)) memory.current.stop = stop;
      const item = target.closest("[data-sv-item]")?.getAttribute("data-sv-item") ?? null;
      const group = target.closest("[data-group]")?.getAttribute("data-group") ?? null;
      memory.current.focused = target === view ? null : { element: target, item, group };
    },
    onBlur() {
      memory.current.focused = null;
    },
  };
}

const tellTab = ["keydown", "keyup", "pointerdown"];

interface Focused {
  readonly element: HTMLElement;
  readonly item: string | null;
  readonly group: string | null;
}

interface Memory {
  stop: HTMLElement | null;
  focused: Focused | null;
  isLeaving: boolean;
  isTabbing: boolean;
}

/** Enters by keyboard: to the row that was left, else the newest in view, from whichever end. @returns whether it moved */
function arrives(target: HTMLElement, view: HTMLElement, memory: Memory): boolean {
  if (memory.isLeaving || !memory.isTabbing) return false;
  const row = knownStop(view, memory) ?? visibleRow(view);
  const isAtEdge = target === view || (target === controlsIn(view).at(-1) && target !== retryIn(view));
  return isAtEdge && row !== null && focusStop(row);
}

function knownStop(view: HTMLElement, { stop }: Memory): HTMLElement | null {
  return stop && view.contains(stop) ? stop : null;
}

/** @returns whether the key was ours */
function act(event: globalThis.KeyboardEvent, place: Place): boolean {
  const { view, memory } = place;
  const target = event.target as HTMLElement;
  const stop = stopOf(target, view);
  if (isTab(event)) return leave(event.shiftKey, target, { ...place, stop });
  if (target !== view && target !== stop) {
    return event.key === "Escape" && stop !== null && focusStop(stop);
  }
  if (event.shiftKey) return false;
  const isEnd = styleOf(view).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (event.key === "Enter" || event.key === isEnd) return enter(stop);
  if (isEdge(event.key)) return goToEdge(event.key, place);
  const next = nextStop(event.key, stop ?? knownStop(view, memory), view);
  return next !== null && focusStop(next);
}

const isEdge = (key: string): key is Edge => key === "Home" || key === "End";

function goToEdge(edge: Edge, { view, scrollTo }: Place): boolean {
  const stop = stopsIn(view).at(edge === "Home" ? 0 : -1);
  if (!stop) return false;
  focusStop(stop, true);
  scrollTo(edge);
  return true;
}

/** Null where the browser's own scrolling is the answer: another key, or more than is drawn now. */
function nextStop(key: string, known: HTMLElement | null, view: HTMLElement): HTMLElement | null {
  const stops = stopsIn(view);
  const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (step === 0) return null;
  return known ? (stops[stops.indexOf(known) + step] ?? null) : visibleRow(view);
}

function enter(stop: HTMLElement | null): boolean {
  const control = stop && controlsIn(stop)[0];
  if (!control) return false;
  control.focus();
  return true;
}

interface Place {
  readonly view: HTMLElement;
  readonly end: HTMLElement | null;
  readonly memory: Memory;
  readonly scrollTo: (edge: Edge) => void;
}

interface Way extends Place {
  readonly stop: HTMLElement | null;
}

/** Moves the focus to where the browser's own Tab continues: after the last row, or before the first. */
function leave(isBackwards: boolean, target: HTMLElement, way: Way): boolean {
  const { stop, view, end, memory } = way;
  if (rowsIn(view).length === 0) return false;
  const controls = stop && target !== stop ? controlsIn(stop) : [];
  const isInside = controls.length > 0 && target !== controls.at(isBackwards ? 0 : -1);
  if (isInside) return false;
  if (isBackwards && controls.length > 0 && stop) return focusStop(stop);
  if (toRetry(isBackwards, target, way)) return true;
  memory.isLeaving = true;
  if (!isBackwards) end?.focus({ preventScroll: true });
  else if (target !== view) view.focus({ preventScroll: true });
  memory.isLeaving = false;
  return false;
}

/** Moves between the rows and the button after them. @returns whether there is one ahead, or the focus was on it */
function toRetry(isBackwards: boolean, target: HTMLElement, { view, memory }: Way): boolean {
  const retry = retryIn(view);
  if (!retry || isBackwards !== (target === retry)) return false;
  return focusStop(isBackwards ? (knownStop(view, memory) ?? visibleRow(view) ?? view) : retry);
}

function heirOf(view: HTMLElement, { item, group }: Focused): HTMLElement | null {
  const all = [...view.querySelectorAll<HTMLElement>("[data-sv-item]")];
  const same = all.find((row) => row.dataset["svItem"] === item);
  if (same) return same;
  return all.find((row) => row.closest<HTMLElement>("[data-group]")?.dataset["group"] === group) ?? null;
}
