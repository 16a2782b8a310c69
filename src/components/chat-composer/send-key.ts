/** What of a key press decides whether it sends. */
export interface PressedKey {
  readonly key: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/** `enter`: Enter sends and Shift+Enter begins a line · `mod-enter`: Ctrl or ⌘ with Enter sends. */
export type SendKey = "enter" | "mod-enter";

/** A key that an input method consumed; some browsers tell it only this way. */
const consumedByInputMethod = 229;

/** Whether this key press sends. Never one that belongs to an input method choosing characters. */
export function sendsOn(press: PressedKey, sendKey: SendKey): boolean {
  if (press.key !== "Enter" || press.isComposing || press.keyCode === consumedByInputMethod) return false;
  const mod = press.ctrlKey || press.metaKey;
  if (sendKey === "mod-enter") return mod && !press.shiftKey;
  return !press.shiftKey && !press.altKey && !mod;
}
