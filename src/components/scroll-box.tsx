import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { joinClasses, present } from "./class-names.js";
import { windowOf } from "./mount.js";

/** A box that scrolls sideways. It is a stop for the keyboard only while there is something to scroll to. */
export function ScrollBox(props: {
  readonly label: string;
  readonly className?: string;
  /** Direction of its contents, which begin there. @default the page's */
  readonly dir?: "ltr" | "rtl" | "auto" | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const { scrolls, hasMore } = useOverflow(box);
  return (
    <div
      ref={box}
      dir={props.dir}
      className={joinClasses("sv-scroll-box", props.className)}
      data-more={present(hasMore)}
      {...(scrolls && { tabIndex: 0, role: "group", "aria-label": props.label })}
    >
      {props.children}
    </div>
  );
}

interface Overflow {
  readonly scrolls: boolean;
  /** Whether more follows beyond the inline end. */
  readonly hasMore: boolean;
}

/** Measures again when the box or its first child changes its size, and when it scrolls. */
export function useOverflow(box: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState<Overflow>({ scrolls: false, hasMore: false });
  useEffect(() => {
    const element = box.current;
    const page = element && windowOf(element);
    if (!page || !("ResizeObserver" in page)) return;
    let last = "";
    const look = () => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollLeft } = element;
      const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight;
      // From right to left, the distance is negative. Distances may be fractions of a pixel.
      const hasMore = scrollWidth - clientWidth - Math.abs(scrollLeft) > 1;
      // Growing content is measured at each frame; React is notified only of a change.
      const key = `${scrolls} ${hasMore}`;
      if (key !== last) setOverflow({ scrolls, hasMore });
      last = key;
    };
    const observer = new page.ResizeObserver(look);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [box]);
  return overflow;
}
