import type { KeyboardEvent } from "react";
import { isComposing } from "./chat-composer/send-key.js";

/**
 * Whether the key takes a form one step back. Not a key that only ends a composition. The key is used up then, so that a
 * dialog or a popover around the kit stays open.
 */
export function isEscape(event: KeyboardEvent): boolean {
  if (event.key !== "Escape" || isComposing(event.nativeEvent)) return false;
  event.preventDefault();
  return true;
}
