import { useRef, type RefObject } from "react";
import { useBrowserLayoutEffect } from "../hooks/use-browser-layout-effect.js";
import { useHydration } from "./use-hydration.js";

/**
 * Reads a field, or a group of them, that a server drew and that a person may have used before the script ran. React hears
 * nothing of that, and the next render would overwrite it.
 */
export function useEarlyInput<Field extends Element>(
  field: RefObject<Field | null>,
  take: (field: Field) => void,
): void {
  const isHydration = useHydration();
  const isTaken = useRef(false);
  useBrowserLayoutEffect(() => {
    if (!isHydration || isTaken.current || !field.current) return;
    isTaken.current = true;
    take(field.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once, before anything else renders
  }, []);
}

/** Takes the text that was typed, or the choice that was made, before the script ran. */
export function useEarlyText(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null>,
  value: string,
  take: (text: string) => void,
): void {
  useEarlyInput(field, ({ value: typed }) => {
    if (typed !== value) take(typed);
  });
}
