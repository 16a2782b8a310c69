import { windowOf } from "../mount.js";

/**
 * Copies a text to the clipboard. Returns false where the browser refuses, or has no clipboard (a page without TLS).
 *
 * @param button the pressed one: a browser refuses a window that has no focus
 */
export async function copyText(text: string, button: Element): Promise<boolean> {
  try {
    await windowOf(button).navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
