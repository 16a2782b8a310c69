import { useEffect } from "react";

/** Puts the focus into the field for the message when a person types and nothing else has the focus, as after a reload. */
export function useTyping(): void {
  useEffect(() => {
    const type = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) => {
      // Space scrolls the page, and a dialog over it has the focus.
      const isCharacter = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey && !isComposing;
      if (!isCharacter || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>("#content textarea")?.focus({ preventScroll: true });
    };
    document.addEventListener("keydown", type);
    return () => document.removeEventListener("keydown", type);
  }, []);
}
