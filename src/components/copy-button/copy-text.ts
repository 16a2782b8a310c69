/** Copies a text to the clipboard. Returns false where the browser refuses, or has no clipboard (a page without TLS). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
