import { useCallback, useRef, useState, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { windowOf } from "../mount.js";
import { isInView } from "./is-in-view.js";

/**
 * `unseen`: the beginning of some argument, or an end of a host's details, has never been in view. `blind`: the buttons are
 * in view nevertheless, as after a jump to the end, and Approve must not be offered there.
 */
export type Seen = "seen" | "unseen" | "blind";

export interface SeenArguments {
  readonly state: Seen;
  /** Whether everything has been in view by now. Call it when the button is pressed. */
  readonly check: () => boolean;
  /** Brings the next argument that has not been in view there, and the focus to it. */
  readonly showNext: () => void;
}

/** The marks at the beginning of each argument's value, and at both ends of a host's own details. */
const marked = ".sv-argument-start, .sv-argument-end";
/** How much of a mark is in view when its line is, but for rounding. */
const wholeLine = 0.95;

/**
 * Tracks whether the beginning of every argument has been in view, each at any time since it was mounted; of a host's own
 * details, both ends. Everything counts as seen where the platform has no observer.
 *
 * @param buttons the row of buttons, whichever of them it has
 * @param value the shown value; another one is unseen again
 */
export function useSeenArguments(
  box: RefObject<HTMLElement | null>,
  buttons: RefObject<HTMLElement | null>,
  value: unknown,
): SeenArguments {
  const [state, setState] = useState<Seen>("seen");
  const unseen = useRef<ReadonlySet<HTMLElement>>(new Set());
  const isEndInView = useRef(false);
  const tell = useCallback(() => {
    setState(unseen.current.size === 0 ? "seen" : isEndInView.current ? "blind" : "unseen");
  }, []);
  const see = useCallback(
    (elements: readonly Element[]) => {
      unseen.current = new Set([...unseen.current].filter((element) => !elements.includes(element)));
      tell();
    },
    [tell],
  );
  // Before the first paint, so that not even one frame offers the button too early.
  useBrowserLayoutEffect(() => {
    const marks = [...(box.current?.querySelectorAll<HTMLElement>(marked) ?? [])];
    const page = box.current && windowOf(box.current);
    const canTell = page !== null && "IntersectionObserver" in page;
    unseen.current = new Set(canTell ? marks.filter((element) => !isInView(element, "whole")) : []);
    isEndInView.current = buttons.current !== null && isInView(buttons.current, "part");
    tell();
    if (!canTell || unseen.current.size === 0) return undefined;
    // The first line of a value is in view; what an ancestor clips is not.
    const observer = new page.IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (target === buttons.current) isEndInView.current = isIntersecting;
        }
        const seen = entries.filter(
          ({ target, intersectionRatio }) => target !== buttons.current && intersectionRatio >= wholeLine,
        );
        for (const { target } of seen) observer.unobserve(target);
        see(seen.map(({ target }) => target));
      },
      { threshold: [0, wholeLine] },
    );
    for (const element of marks) observer.observe(element);
    if (buttons.current) observer.observe(buttons.current);
    return () => observer.disconnect();
  }, [box, buttons, value, see, tell]);

  const check = useCallback(() => {
    // The observer reports a frame late.
    see([...unseen.current].filter((element) => isInView(element, "whole")));
    return unseen.current.size === 0;
  }, [see]);
  const showNext = useCallback(() => {
    const [next] = unseen.current;
    if (!next) return;
    const value = next.parentElement ?? next;
    value.tabIndex = -1;
    value.focus({ preventScroll: true });
    next.scrollIntoView({ block: "start" });
    see([next]);
  }, [see]);
  return { state, check, showNext };
}
