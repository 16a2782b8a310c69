/**
 * Most bytes of a message's text, as JSON. The service stores 65,536 bytes of a message; its files and the host's
 * context take a part of them.
 */
export const mostTextBytes = 61_440;

/** A UTF-16 unit has at most this many bytes in JSON. */
const mostUnitBytes = 6;

/** How many more characters a message may have, at the text's own bytes a character; negative when it is too long. */
export function roomOf(text: string, maxLength: number): number {
  const room = maxLength - text.length;
  if (text.length * mostUnitBytes < mostTextBytes) return room;
  const bytes = jsonBytes(text);
  return Math.min(room, Math.floor(((mostTextBytes - bytes) * text.length) / bytes));
}

/** The length of a text in JSON, in UTF-8 and without its quotes. Counts, as the text may be long at each key. */
function jsonBytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += unitBytes(text.charCodeAt(at));
  return bytes;
}

function unitBytes(unit: number): number {
  if (unit < 0x20) return shortEscapes.has(unit) ? 2 : mostUnitBytes;
  if (unit === 0x22 || unit === 0x5c) return 2;
  if (unit < 0x80) return 1;
  // Half of a pair: together they have four bytes.
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  return unit < 0x800 || isHalf ? 2 : 3;
}

/** Backspace, tab, line feed, form feed and carriage return. */
const shortEscapes: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);
