import { callHost } from "../foundation/call-host.js";
import { useCallback, useRef, type ForwardedRef } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useLatest } from "../hooks/use-latest.js";
import { activeElementOf, isDrawn, isFocusFree } from "./mount.js";

/**
 * Keeps the focus in a part when its element disappears or moves, which drops it: the element that takes its place
 * gets the focus, and `onLeft` moves it elsewhere when none does. When a form closes, the focus returns to the button
 * that opened it. Returns the part's ref, which also sets the outer one. Does nothing when the person moved the focus.
 */
export function useKeptFocus(
  outer: ForwardedRef<HTMLElement>,
  onLeft?: () => void,
): (element: HTMLElement | null) => void {
  const left = useLatest(onLeft);
  const part = useRef<HTMLElement | null>(null);
  const focused = useRef<Focused | null>(null);
  /** Where the person last was outside of a form of the part. */
  const opener = useRef<Focused | null>(null);
  useBrowserLayoutEffect(() => {
    const had = focused.current;
    if (!had) return;
    const stops = stopsIn(part.current);
    if (activeElementOf(had.element) === had.element) {
      Object.assign(had, placeOf(had.element, stops));
      return;
    }
    focused.current = null;
    // Something else took the focus in the commit that removed the element, so nothing is lost now or later.
    if (!isFocusFree(had.element)) return;
    const opened = had.form?.isConnected === false && opener.current ? likeIn(stops, opener.current) : undefined;
    const place = had.record && !had.record.element.isConnected ? had.record.place : had.place;
    const inPlace = stops.includes(had.element) ? had.element : stops[Math.min(place, stops.length - 1)];
    const next = opened ?? inPlace;
    const before = opener.current;
    if (next) next.focus({ preventScroll: true });
    else callHost(left.current);
    // The person was not there.
    opener.current = before;
  });

  const heard = useRef<HTMLElement | null>(null);
  const hear = useCallback((element: HTMLElement) => {
    heard.current = element;
    const remember = ({ target }: FocusEvent) => {
      focused.current = focusedIn(element, target as HTMLElement);
      if (focused.current.form === null) opener.current = focused.current;
    };
    const forget = ({ target }: FocusEvent) => {
      // The person moved the focus; the removal or move of an element is not a move of the focus.
      queueMicrotask(() => {
        if ((target as Node).isConnected && !element.contains(activeElementOf(element))) focused.current = null;
      });
    };
    // They go with the element.
    element.addEventListener("focusin", remember);
    element.addEventListener("focusout", forget);
  }, []);
  return useCallback(
    (element) => {
      part.current = element;
      hand(outer, element);
      // An outer ref that is another function in each render gives the same element again.
      if (element && element !== heard.current) hear(element);
    },
    [outer, hear],
  );
}

interface Place {
  /** Among the stops of the part. */
  readonly place: number;
  /**
   * The notice, or the record that a question about it is in, with the place of its first stop: where the next record
   * will be. Null outside of those.
   */
  readonly record: { readonly element: HTMLElement; readonly place: number } | null;
}

interface Focused extends Place {
  readonly element: HTMLElement;
  /** The form of the part that it is in. */
  readonly form: HTMLFormElement | null;
  /** Its name and its words when it had the focus. */
  readonly name: string | null;
  readonly words: string | null;
}

function focusedIn(part: HTMLElement, element: HTMLElement): Focused {
  const form = element.closest("form");
  return {
    element,
    ...placeOf(element, stopsIn(part)),
    form: form !== null && form !== part && part.contains(form) ? form : null,
    name: element.getAttribute("aria-label"),
    words: element.textContent,
  };
}

function placeOf(element: HTMLElement, stops: readonly HTMLElement[]): Place {
  const notice = element.closest<HTMLElement>("[role=alert]");
  const record = notice ?? element.closest(".sv-record-question")?.closest("li") ?? null;
  const first = stops.findIndex((stop) => record?.contains(stop));
  return { place: stops.indexOf(element), record: record && { element: record, place: first } };
}

/** The stop of the same name, else the nearest with the same words, as the record may have another name now. */
function likeIn(stops: readonly HTMLElement[], { name, words, place }: Focused): HTMLElement | undefined {
  const same = stops.filter((stop) => stop.textContent === words);
  const named = same.find((stop) => stop.getAttribute("aria-label") === name);
  const distance = (stop: HTMLElement) => Math.abs(stops.indexOf(stop) - place);
  return named ?? same.toSorted((one, other) => distance(one) - distance(other))[0];
}

function hand(ref: ForwardedRef<HTMLElement>, element: HTMLElement | null): void {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}

function stopsIn(part: HTMLElement | null): readonly HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>("button, a[href], input, textarea") ?? [])].filter(isDrawn);
}
