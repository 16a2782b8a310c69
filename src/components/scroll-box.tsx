import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { joinClasses } from "./class-names.js";

/** A box that scrolls sideways. It is a stop for the keyboard only while there is something to scroll to. */
export function ScrollBox(props: {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const scrolls = useOverflow(box);
  return (
    <div
      ref={box}
      className={joinClasses("sv-scroll-box", props.className)}
      {...(scrolls && { tabIndex: 0, role: "group", "aria-label": props.label })}
    >
      {props.children}
    </div>
  );
}

function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    let last = false;
    const observer = new ResizeObserver(() => {
      const next = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
      // Growing content is measured at each frame; React is notified only of a change.
      if (next !== last) setOverflows((last = next));
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, [box]);
  return overflows;
}
