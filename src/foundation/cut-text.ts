/** The beginning of a text, of at most `length` UTF-16 units; half a character at its end is left out. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
