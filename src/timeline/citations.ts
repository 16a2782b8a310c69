/**
 * Citation marks of language models: `U+E200 cite U+E202 turn1search3 U+E201`, in private-use characters that no reader
 * can see. The sources that they name are the provider's, so a mark is removed whole.
 */

/** Longest content of a mark; a longer one is plain text (characters). */
const longestMark = 500;

const whole = new RegExp(`\\uE200[^\\uE200\\uE201\\n]{0,${longestMark}}\\uE201`, "g");
const open = new RegExp(`\\uE200[^\\uE200\\uE201\\n]{0,${longestMark}}$`);
const stray = /[\uE200-\uE20F]/g;

/** A complete text without its marks. */
export function withoutCitations(text: string): string {
  return hasMark(text) ? text.replace(whole, "").replace(open, "").replace(stray, "") : text;
}

export interface CleanPiece {
  readonly text: string;
  /** Start of an incomplete mark, to be put in front of the next piece. */
  readonly held: string;
}

/** One piece of a text that grows. All pieces together give the same text, wherever they were cut. */
export function cleanPiece(held: string, piece: string): CleanPiece {
  const text = held + piece;
  if (!hasMark(text)) return { text, held: "" };
  const closed = text.replace(whole, "");
  const begun = open.exec(closed)?.[0] ?? "";
  return { text: closed.slice(0, closed.length - begun.length).replace(stray, ""), held: begun };
}

function hasMark(text: string): boolean {
  return text.search(stray) >= 0;
}
