import { callHost } from "./call-host.js";
import { useCallback, useRef, type ForwardedRef } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useLatest } from "../hooks/use-latest.js";

/**
 * Keeps the focus in a part when its element disappears or moves, which drops it: the element that takes its place
 * gets the focus, and `onLeft` moves it elsewhere when none does. Returns the part's ref, which also sets the outer
 * one. Does nothing when the person moved the focus.
 */
export function useKeptFocus(
  outer: ForwardedRef<HTMLElement>,
  onLeft?: () => void,
): (element: HTMLElement | null) => void {
  const left = useLatest(onLeft);
  const part = useRef<HTMLElement | null>(null);
  const focused = useRef<{ readonly element: HTMLElement; place: number } | null>(null);
  useBrowserLayoutEffect(() => {
    const had = focused.current;
    if (!had) return;
    const { activeElement } = document;
    const stops = stopsIn(part.current);
    if (activeElement === had.element) {
      had.place = stops.indexOf(had.element);
      return;
    }
    focused.current = null;
    // Something else took the focus in the commit that removed the element, so nothing is lost now or later.
    if (activeElement !== null && activeElement !== document.body) return;
    const next = stops.includes(had.element) ? had.element : stops[Math.min(had.place, stops.length - 1)];
    if (next) next.focus({ preventScroll: true });
    else callHost(left.current);
  });

  const heard = useRef<HTMLElement | null>(null);
  const hear = useCallback((element: HTMLElement) => {
    heard.current = element;
    const remember = ({ target }: FocusEvent) => {
      focused.current = { element: target as HTMLElement, place: stopsIn(element).indexOf(target as HTMLElement) };
    };
    const forget = ({ target }: FocusEvent) => {
      // The person moved the focus; the removal or move of an element is not a move of the focus.
      queueMicrotask(() => {
        if ((target as Node).isConnected && !element.contains(document.activeElement)) focused.current = null;
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

function hand(ref: ForwardedRef<HTMLElement>, element: HTMLElement | null): void {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}

function stopsIn(part: HTMLElement | null): readonly HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>("button, a[href], input, textarea") ?? [])];
}
