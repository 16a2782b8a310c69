import { askBeforeUnload } from "../foundation/ask-before-unload.js";

/** The browser asks before this page is closed, if `isUnsafe` returns true at that moment. */
export function browserUnload(isUnsafe: () => boolean): () => void {
  return typeof window === "undefined" ? () => {} : askBeforeUnload(window, isUnsafe);
}
