import { frameOf, parentOf, styleOf } from "../mount.js";

/** Rounding of positions at fractional scales (px). */
const tolerance = 1;

/**
 * Whether an element is within the viewport and within every ancestor that clips it, those around a shadow root and a
 * frame included.
 *
 * @param how `whole`: all of it; `part`: any of it
 */
export function isInView(element: HTMLElement, how: "whole" | "part"): boolean {
  let own = boxOf(element);
  const shows = (box: Box) => {
    const [across, down] = [
      Math.min(own.right, box.right) - Math.max(own.left, box.left),
      Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top),
    ];
    if (how === "part") return across > 0 && down > 0;
    return across >= own.right - own.left - tolerance && down >= own.bottom - own.top - tolerance;
  };
  for (let shown: Element | null = element; shown;) {
    if (!isShownInPage(shown, shows)) return false;
    shown = frameOf(shown.ownerDocument);
    if (shown) own = movedInto(shown, own);
  }
  return true;
}

type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;

function boxOf(element: Element): Box {
  return element.getBoundingClientRect();
}

function isShownInPage(element: Element, shows: (box: Box) => boolean): boolean {
  const { documentElement: page, body, defaultView } = element.ownerDocument;
  if (!defaultView || !shows({ left: 0, top: 0, right: page.clientWidth, bottom: page.clientHeight })) return false;
  for (let parent = parentOf(element); parent && parent !== body; parent = parentOf(parent)) {
    const { overflowX, overflowY } = styleOf(parent);
    const clips = overflowX !== "visible" || overflowY !== "visible";
    if (clips && !shows(boxOf(parent))) return false;
  }
  return true;
}

/** A box inside a frame, in the window around it. */
function movedInto(frame: Element, { left, right, top, bottom }: Box): Box {
  const at = boxOf(frame);
  const [across, down] = [at.left + frame.clientLeft, at.top + frame.clientTop];
  return { left: left + across, right: right + across, top: top + down, bottom: bottom + down };
}
