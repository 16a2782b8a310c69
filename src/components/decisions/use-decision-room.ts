import { useEffect, useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { styleOf, windowOf } from "../mount.js";

/**
 * Lets the messages above the foot of a conversation follow when its decisions change: the cards are in their place at
 * once, and the style sheet opens or closes the room between both. No element of a decision that left stays for it.
 *
 * @param foot the part below the messages; undefined where decisions move nothing
 * @param shown what of the decisions changes their height; null while they are loading
 */
export function useDecisionRoom(foot: RefObject<HTMLElement | null> | undefined, shown: string | null): void {
  /** The height of the foot as last painted (CSS pixels); 0 before. */
  const painted = useRef(0);
  const last = useRef(shown);
  useEffect(() => {
    const element = foot?.current;
    if (!element) return undefined;
    const page = windowOf(element);
    if (!("ResizeObserver" in page)) return undefined;
    const observer = new page.ResizeObserver(() => {
      painted.current = element.offsetHeight;
    });
    observer.observe(element);
    const rest = ({ target }: AnimationEvent) => {
      if (target === element) element.removeAttribute(moving);
    };
    element.addEventListener("animationend", rest);
    return () => {
      observer.disconnect();
      element.removeEventListener("animationend", rest);
    };
  }, [foot]);
  useBrowserLayoutEffect(() => {
    const before = last.current;
    last.current = shown;
    const element = foot?.current;
    if (!element || painted.current === 0 || before === null || shown === null || before === shown) return;
    // In the middle of a movement, the next one begins there.
    const room = element.hasAttribute(moving) ? Number.parseFloat(styleOf(element).marginBlockStart) : 0;
    element.removeAttribute(moving);
    const outer = painted.current + room;
    const height = heightBelow(element, outer);
    if (height === 0) return;
    painted.current = height;
    // The card has changed, and is as high as before.
    if (height === outer) return;
    element.style.setProperty("--sv-room", `${outer - height}px`);
    element.setAttribute(moving, before === "" ? "in" : "on");
  }, [foot, shown]);
}

const moving = "data-moving";

/** Measures the foot while the view above is no higher than before: at its end it would be moved to another place. */
function heightBelow(foot: HTMLElement, room: number): number {
  const { style } = foot;
  style.marginBlockStart = `${room}px`;
  style.flexShrink = "0";
  const height = foot.offsetHeight;
  style.marginBlockStart = "";
  style.flexShrink = "";
  return height;
}
