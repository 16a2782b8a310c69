import { useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useLatest } from "../hooks/use-latest.js";
import { hasFocus } from "./mount.js";

/**
 * The ref of a button that may go while it has the focus, such as one that ends the running turn: `onLeave` takes it on.
 * Returns `given` where the caller has a ref of its own.
 */
export function useLeaveFocus(
  onLeave: (() => void) | undefined,
  given?: RefObject<HTMLButtonElement | null>,
): RefObject<HTMLButtonElement | null> {
  const own = useRef<HTMLButtonElement>(null);
  const button = given ?? own;
  const leave = useLatest(onLeave);
  useBrowserLayoutEffect(() => {
    const element = button.current;
    return () => {
      // Asked before the button leaves the page, which would take the focus with it.
      if (hasFocus(element)) leave.current?.();
    };
  }, [leave, button]);
  return button;
}
