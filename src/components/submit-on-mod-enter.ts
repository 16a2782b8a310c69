import type { KeyboardEvent } from "react";
import { isComposing } from "./chat-composer/send-key.js";

/** Submits the form with Ctrl or ⌘ and Enter, as a field of several lines needs plain Enter for itself. */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const isMod = event.ctrlKey || event.metaKey;
  if (event.key !== "Enter" || !isMod || event.defaultPrevented || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
