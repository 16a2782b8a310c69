import { useEffect, useRef, type RefObject } from "react";

/**
 * For the foot of a form or a dialog that stays in sight while its fields scroll: gives the style sheet the foot's
 * height, so that no focused field is below the foot. When a failure makes the foot higher, the focused field scrolls
 * into view again.
 */
export function useFootRoom(): RefObject<HTMLDivElement | null> {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = foot.current;
    const frame = element?.closest<HTMLElement>(".sv-integration-dialog, .sv-form");
    const page = element?.ownerDocument.defaultView;
    if (!element || !frame || !page || !("ResizeObserver" in page)) return undefined;
    let before: number | undefined;
    const observer = new page.ResizeObserver(() => {
      const height = element.offsetHeight;
      frame.style.setProperty("--sv-foot-room", `${height}px`);
      const field = frame.querySelector(":focus");
      if (before !== undefined && height > before && !element.contains(field)) {
        field?.scrollIntoView({ block: "nearest", behavior: "instant" });
      }
      before = height;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return foot;
}
