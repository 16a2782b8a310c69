import { useEffect, type RefObject } from "react";
import { isComposing } from "./chat-composer/send-key.js";
import { windowOf } from "./mount.js";

/**
 * While `isOn`, Escape within `part` is used up before a dialog around the kit hears of it: those of Radix listen to the
 * document before any element of the page does.
 */
export function useOwnEscape(part: RefObject<Element | null>, isOn = true): void {
  useEffect(() => {
    const element = part.current;
    if (!element || !isOn) return;
    const view = windowOf(element);
    const take = (event: KeyboardEvent) => {
      const isWithin = event.composedPath().includes(element);
      if (event.key === "Escape" && isWithin && !isComposing(event)) event.preventDefault();
    };
    view.addEventListener("keydown", take, true);
    return () => view.removeEventListener("keydown", take, true);
  }, [part, isOn]);
}
