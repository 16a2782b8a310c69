/** The parts of a key press that decide whether it sends. */
export interface PressedKey {
  readonly key: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
}

/**
 * `enter`: Enter sends and Shift+Enter begins a line; Ctrl or ⌘ with Enter interrupts the running turn · `mod-enter`: Ctrl
 * or ⌘ with Enter sends, with Shift as well it interrupts · `auto`: `enter`, but under a finger Enter begins a line.
 */
export type SendKey = "auto" | "enter" | "mod-enter";

/** A key that an input method consumed; some browsers report it only this way. */
const consumedByInputMethod = 229;

/** Whether an input method takes this key to choose characters. */
export function isComposing(press: Pick<PressedKey, "isComposing" | "keyCode">): boolean {
  return press.isComposing || press.keyCode === consumedByInputMethod;
}

/** The action of a key press; null when it only writes. */
export function sendingOf(press: PressedKey, sendKey: SendKey, isTouch: boolean): "send" | "steer" | null {
  if (press.key !== "Enter" || press.altKey || isComposing(press)) return null;
  const hasMod = press.ctrlKey || press.metaKey;
  if (hasMod && sendKey === "mod-enter") return press.shiftKey ? "steer" : "send";
  if (press.shiftKey) return null;
  if (hasMod) return "steer";
  return sendKey === "mod-enter" || (sendKey === "auto" && isTouch) ? null : "send";
}
