/** Texts of one field that were written apart, as paragraphs. */
export function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
