/** Rounding of positions at fractional scales (px). */
const tolerance = 1;

/**
 * Whether an element is within the viewport and within every ancestor that clips it.
 *
 * @param how `whole`: all of it; `part`: any of it
 */
export function isInView(element: HTMLElement, how: "whole" | "part"): boolean {
  const own = element.getBoundingClientRect();
  const shows = (box: Pick<DOMRect, "left" | "right" | "top" | "bottom">) => {
    const [across, down] = [
      Math.min(own.right, box.right) - Math.max(own.left, box.left),
      Math.min(own.bottom, box.bottom) - Math.max(own.top, box.top),
    ];
    if (how === "part") return across > 0 && down > 0;
    return across >= own.width - tolerance && down >= own.height - tolerance;
  };
  const { documentElement: page, body, defaultView: view } = element.ownerDocument;
  if (!view || !shows({ left: 0, top: 0, right: page.clientWidth, bottom: page.clientHeight })) return false;
  for (let parent = element.parentElement; parent && parent !== body; parent = parent.parentElement) {
    const { overflowX, overflowY } = view.getComputedStyle(parent);
    const clips = overflowX !== "visible" || overflowY !== "visible";
    if (clips && !shows(parent.getBoundingClientRect())) return false;
  }
  return true;
}
