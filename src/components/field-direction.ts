/** Which way a field's text runs: its own, and an empty field begins at the page's side. */
export function fieldDirection(text: string): "auto" | undefined {
  return text === "" ? undefined : "auto";
}
