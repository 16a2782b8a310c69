import { activeElementOf, selectionOf, windowOf } from "../../mount.js";
import { viewKey } from "../neighbours.js";
import { createBoxHeights } from "./box-heights.js";
import type { Box } from "./cut-boxes.js";
import { plainTextOf, type PlainText } from "./plain-text.js";

/**
 * Which boxes show their rows: those within a view or two of the reader. The others show their text, as high as their rows
 * were or may be, and far away a whole shelf of them is one text. At most one changes in a frame, the nearest first.
 */
export interface BoxWindow {
  /** Adds a box. @returns a function that removes it */
  readonly add: (box: BoxEntry) => () => void;
  /** Begins to watch. Where nothing can be watched every box shows its rows. @returns what ends it */
  readonly watch: (viewport: HTMLElement, width: number) => () => void;
  /** Shows the rows of the box that this group is in now, wherever it is. */
  readonly reveal: (group: string) => void;
  /** Shows the rows of every box, for a print. Call it twice: for the shelves, and for the boxes on them. */
  readonly revealAll: () => void;
  /** Looks again which boxes are near the reader. */
  readonly lookAgain: () => void;
  /** Where in a box that shows its text each group begins; null for any other element. */
  readonly startsIn: (element: Element) => PlainText["starts"] | null;
  /** Gives a box that shows its text the height of its rows, and one that shows its rows their own. */
  readonly fit: (box: BoxEntry) => void;
}

/** A box, or a shelf of boxes, in the page. Mutable. */
export interface BoxEntry {
  element: HTMLElement | null;
  /** The box itself, or those on the shelf. */
  boxes: readonly Box[];
  /** As the window decided last; React draws it later. */
  isNear: boolean;
  /** Whether it shows its text; one that is live shows its rows although it is far. */
  isText: boolean;
  readonly setNear: (near: boolean) => void;
}

/** How far beyond the view rows are made, in parts of it. */
const margin = "150% 0px";

export function createBoxWindow(): BoxWindow {
  const entries = new Set<BoxEntry>();
  const byElement = new WeakMap<Element, BoxEntry>();
  const wanted = new Map<BoxEntry, boolean>();
  const heights = createBoxHeights();
  let observer: IntersectionObserver | undefined;
  let view: HTMLElement | undefined;
  let canWatch = true;
  let frame = 0;

  function schedule(): void {
    if (view && frame === 0 && wanted.size > 0) frame = windowOf(view).requestAnimationFrame(work);
  }

  function work(): void {
    frame = 0;
    const next = view && nearest(wanted, view);
    if (next) {
      wanted.delete(next);
      change(next, true);
    } else {
      for (const [entry, near] of wanted) {
        if (near) continue;
        wanted.delete(entry);
        if (!entry.element || !isInUse(entry.element)) change(entry, false);
        break;
      }
    }
    schedule();
  }

  function change(entry: BoxEntry, near: boolean): void {
    if (entry.isNear === near) return;
    if (!near) for (const each of entries) if (entry.element?.contains(each.element)) measure(each);
    setNear(entry, near);
  }

  function measure({ element, boxes: [box, ...others], isText }: BoxEntry): void {
    if (element && box && others.length === 0 && !isText) heights.learn(box, element.getBoundingClientRect().height);
  }

  function fit({ element, boxes, isText }: BoxEntry): void {
    if (view && element) element.style.blockSize = isText ? `${heights.of(boxes)}px` : "";
  }

  function note(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes) {
      const entry = byElement.get(target);
      if (entry && entry.isNear !== isIntersecting) wanted.set(entry, isIntersecting);
      else if (entry) wanted.delete(entry);
    }
    schedule();
  }

  return {
    fit,
    add(entry) {
      const { element } = entry;
      if (!element) return () => undefined;
      entries.add(entry);
      byElement.set(element, entry);
      observer?.observe(element);
      if (!canWatch) setNear(entry, true);
      return () => {
        entries.delete(entry);
        wanted.delete(entry);
        observer?.unobserve(element);
      };
    },
    watch(viewport, width) {
      view = viewport;
      heights.setWidth(width);
      observer = observerIn(viewport, note);
      canWatch = observer !== undefined;
      if (!canWatch) {
        showAll(entries);
        return () => undefined;
      }
      for (const entry of entries) measure(entry);
      for (const entry of entries) fit(entry);
      for (const { element } of entries) if (element) observer?.observe(element);
      return () => {
        observer?.disconnect();
        observer = undefined;
        windowOf(viewport).cancelAnimationFrame(frame);
        frame = 0;
      };
    },
    startsIn(element) {
      const entry = byElement.get(element);
      return entry?.isText ? plainTextOf(entry.boxes).starts : null;
    },
    revealAll: () => showAll(entries),
    lookAgain: () => observer && observeAgain(observer, entries),
    reveal(group) {
      const holds = ({ members }: Box) => members.some((each) => viewKey(each) === group);
      for (const entry of entries) if (entry.boxes.some(holds)) setNear(entry, true);
    },
  };
}

/** The entry changes at once: it may return before React has drawn that it left. */
function setNear(entry: BoxEntry, near: boolean): void {
  entry.isNear = near;
  entry.setNear(near);
}

function showAll(entries: Iterable<BoxEntry>): void {
  for (const entry of entries) setNear(entry, true);
}

function observerIn(viewport: HTMLElement, note: IntersectionObserverCallback): IntersectionObserver | undefined {
  const page = windowOf(viewport);
  if (!("IntersectionObserver" in page)) return undefined;
  return new page.IntersectionObserver(note, { root: viewport, rootMargin: margin });
}

/** The observer reports each element again. */
function observeAgain(observer: IntersectionObserver, entries: Iterable<BoxEntry>): void {
  for (const { element } of entries) {
    if (!element) continue;
    observer.unobserve(element);
    observer.observe(element);
  }
}

/** Of those that should show their rows, the one that a reader sees or will see first. */
function nearest(wanted: ReadonlyMap<BoxEntry, boolean>, view: HTMLElement): BoxEntry | undefined {
  const { top, bottom } = view.getBoundingClientRect();
  let best: BoxEntry | undefined;
  let least = Infinity;
  for (const [entry, near] of wanted) {
    if (!near || !entry.element) continue;
    const box = entry.element.getBoundingClientRect();
    const distance = Math.max(box.top - bottom, top - box.bottom);
    if (distance < least) [best, least] = [entry, distance];
  }
  return best;
}

/** A box with the focus or a selection does not change. */
function isInUse(element: HTMLElement): boolean {
  if (element.contains(activeElementOf(element))) return true;
  const selection = selectionOf(element);
  return !!selection && !selection.isCollapsed && selection.containsNode(element, true);
}
