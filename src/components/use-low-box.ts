import { useState, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { styleOf, windowOf } from "./mount.js";
import { useLowPage } from "./use-media.js";

/**
 * Whether the box around a part has room for a few lines in a page that has more: a widget.
 *
 * @param part the part whose parent is measured
 */
export function useLowBox(part: RefObject<HTMLElement | null>): boolean {
  const isLowPage = useLowPage();
  const [isLow, setLow] = useState(false);
  useBrowserLayoutEffect(() => {
    const box = part.current?.parentElement;
    const page = box && windowOf(box);
    if (!page || !("ResizeObserver" in page)) return undefined;
    const measure = () => {
      const rem = Number.parseFloat(styleOf(box.ownerDocument.documentElement).fontSize);
      // A box that is not laid out has no height.
      setLow(box.offsetHeight > 0 && box.offsetHeight < 28 * rem);
    };
    measure();
    const observer = new page.ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [part]);
  return isLow && !isLowPage;
}
