import { useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useLatest } from "../hooks/use-latest.js";

/** The ref of a button that may go while it has the focus, such as one that ends the running turn: `onLeave` takes it on. */
export function useLeaveFocus(onLeave: (() => void) | undefined): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const leave = useLatest(onLeave);
  useBrowserLayoutEffect(() => {
    const element = button.current;
    return () => {
      // Asked before the button leaves the page, which would take the focus with it.
      if (element && element === document.activeElement) leave.current?.();
    };
  }, [leave]);
  return button;
}
