import { windowOf } from "../../mount.js";
import { listenForIntent } from "./intent.js";
import { driftOf, elementOfGroup, markElement, markPlace, type Place, type TextLayout } from "./place.js";
import {
  initialScroll,
  reduceScroll,
  tipDistance,
  type ScrollEffect,
  type ScrollEvent,
  type ScrollState,
} from "./scroll-machine.js";

/**
 * Applies the scroll machine's effects in a page. It reads the layout only when the browser has just computed it:
 * after a resize, which is reported before painting, and when the reader scrolls.
 */
export interface ScrollKeeper {
  /** Marks the place of a reader who has scrolled a page from a server, while the sheet lays that out from its end. */
  readonly takeOver: (parts: ScrollParts) => void;
  /** Attaches to the page's elements. @returns a function that detaches */
  readonly attach: (parts: ScrollParts) => () => void;
  readonly tell: (event: ScrollEvent) => void;
  /** Requests more near an end of the loaded rows. */
  readonly look: () => void;
  /** Scrolls to a group, a little below the top by default, and stays there. */
  readonly show: (group: string, offset?: number) => void;
  /** The position to restore; null at the newest line. */
  readonly place: () => { readonly group: string; readonly offset: number } | null;
}

export interface ScrollParts {
  readonly view: HTMLElement;
  readonly content: HTMLElement;
  /** Room below the last row, for a turn that is shown from its top. */
  readonly room: HTMLElement;
}

export interface ScrollKeeperOptions {
  readonly layoutOf: TextLayout;
  /** Without a row there is no newest line: the view stays at the beginning. */
  readonly hasRows: () => boolean;
  /** The newest question; for a turn that is shown from its top. */
  readonly newestTurn: () => string | null;
  /** Called when the reader has moved and when it changes whether the tip is followed or far. */
  readonly onChange: (state: ScrollShown) => void;
  /** Called when the reader is near an end of the loaded rows. */
  readonly onNear: (end: "older" | "newer") => void;
}

export interface ScrollShown {
  readonly isFollowing: boolean;
  /** Whether the end is out of sight. */
  readonly isAway: boolean;
}

/** Distance from an end at which the next page is loaded (CSS pixels). */
const prefetchDistance = 400;
/** Distance of a requested group from the top (CSS pixels). */
const showOffset = 24;

/** A way up to this is shown in motion, in parts of the view. */
const shortWay = 1.5;

export function createScrollKeeper(options: ScrollKeeperOptions): ScrollKeeper {
  const { layoutOf, hasRows, newestTurn, onChange, onNear } = options;
  let state = initialScroll;
  let place: Place | null = null;
  let parts: ScrollParts | null = null;

  function tell(event: ScrollEvent): void {
    const [next, effect] = reduceScroll(state, event);
    state = next;
    if (parts && effect) run(effect, parts);
    report();
  }

  function run(effect: ScrollEffect, { view, content, room }: ScrollParts): void {
    // Elements without layout have no size.
    if (view.clientHeight === 0) return;
    if (effect === "stand-at-tip") {
      if (room.style.blockSize) room.style.blockSize = "";
      moveTo(view, hasRows() ? view.scrollHeight : view.scrollTop);
    } else if (effect === "go-to-tip") {
      if (!glideToTip(view)) moveTo(view, view.scrollHeight);
    } else if (effect === "stand-at-turn") {
      const key = newestTurn();
      const row = key === null ? null : elementOfGroup(content, key);
      if (row) moveTo(view, makeRoomBelow(row, view, room));
    } else if (effect === "mark-place") {
      place = markPlace(view, content, layoutOf);
    } else {
      const drift = place && driftOf(place, view, content, layoutOf);
      if (drift === null) place = markPlace(view, content, layoutOf);
      // Also when nothing moved: the end may have.
      moveTo(view, view.scrollTop + (drift !== null && Math.abs(drift) >= 0.5 ? drift : 0));
    }
  }

  function moveTo(view: HTMLElement, top: number): void {
    if (top !== view.scrollTop) view.scrollTop = top;
    state = reduceScroll(state, { type: "stood", extent: view, at: nowOf(view) })[0];
  }

  function holdFold(button: Element, isOpening: boolean): void {
    if (isOpening) tell({ type: "held-on" });
    if (parts && state.mode === "reading") place = markElement(heldOf(button, isOpening), parts.view);
  }

  let told: ScrollShown | undefined;
  /** Only of a change: what grows is measured at each line, and React would commit for each. */
  function report(): void {
    const isFollowing = state.mode !== "reading" && !state.hasNewer;
    const isAway = state.end - state.top > tipDistance || state.hasNewer;
    if (told?.isFollowing === isFollowing && told.isAway === isAway) return;
    onChange((told = { isFollowing, isAway }));
  }

  function onScroll(): void {
    if (!parts || parts.view.clientHeight === 0) return;
    const before = state.top;
    tell({ type: "scrolled", extent: parts.view, at: nowOf(parts.view) });
    if (state.top !== before) look();
  }

  function look(): void {
    if (!parts || parts.view.clientHeight === 0) return;
    if (topOf(parts.view, state.mode) < prefetchDistance) onNear("older");
    if (state.end - state.top < prefetchDistance) onNear("newer");
  }

  return {
    tell,
    look,
    takeOver(given) {
      parts = given;
      // In that layout the position is the negative distance from the end.
      if (given.view.scrollTop <= -1) tell({ type: "held-on" });
    },
    attach(given) {
      parts = given;
      const { view, content } = given;
      const stopListening = listenForIntent(view, content, {
        onHold: () => tell({ type: "held-on" }),
        onFold: holdFold,
      });
      view.addEventListener("scroll", onScroll, { passive: true });
      const stopWatching = watchSizes(view, content, () => tell({ type: "resized" }));
      tell({ type: "resized" });
      return () => {
        stopWatching();
        stopListening();
        view.removeEventListener("scroll", onScroll);
        parts = null;
      };
    },
    show(group, offset = showOffset) {
      place = { chain: [], group, groupOffset: offset };
      tell({ type: "asked-for-place" });
    },
    place: () => (state.mode === "reading" && place ? groupOf(place) : null),
  };
}

function groupOf({ group, groupOffset: offset }: Place): ReturnType<ScrollKeeper["place"]> {
  return group === null ? null : { group, offset };
}

/** @returns a function that stops watching */
function watchSizes(view: HTMLElement, content: HTMLElement, onResize: () => void): () => void {
  const page = windowOf(view);
  const observer = "ResizeObserver" in page ? new page.ResizeObserver(onResize) : null;
  for (const element of [view, content]) observer?.observe(element);
  return () => observer?.disconnect();
}

/** A fold opens below its beginning. One that closes keeps its button, which may be far below the beginning. */
function heldOf(button: Element, isOpening: boolean): Element {
  return (isOpening ? button.parentElement : null) ?? button;
}

/** Makes room for a row to be at the top of the view. Returns the position that shows it there. */
function makeRoomBelow(row: Element, view: HTMLElement, room: HTMLElement): number {
  const top = row.getBoundingClientRect().top - showOffset;
  const rest = room.getBoundingClientRect().top - top;
  room.style.blockSize = `${Math.max(0, Math.ceil(view.clientHeight - rest))}px`;
  return view.scrollTop + top - view.getBoundingClientRect().top;
}

/** The view's position: while following it is the newest line, as it will be before painting. */
function topOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement, mode: ScrollState["mode"]): number {
  return mode === "following" ? scrollHeight - clientHeight : scrollTop;
}

/** Animates a short distance, for readers who allow motion. Growth meanwhile ends the animation at the newest line. */
function glideToTip(view: HTMLElement): boolean {
  const way = view.scrollHeight - view.clientHeight - view.scrollTop;
  if (way <= 0 || way > view.clientHeight * shortWay) return false;
  if (windowOf(view).matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  view.scrollTo({ top: view.scrollHeight, behavior: "smooth" });
  return true;
}

/** Milliseconds since the page began. */
function nowOf(view: Element): number {
  return windowOf(view).performance.now();
}
