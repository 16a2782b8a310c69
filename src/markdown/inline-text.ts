import type { Run } from "./emphasis.js";
import type { Inline, Inlines } from "./nodes.js";
import { limits } from "./scope.js";

/** Helpers for the inline scanner to inspect the text around a position. */

export function readLabel(text: string, from: number): string | undefined {
  for (let at = from; at < text.length && at - from <= limits.label; at += 1) {
    const char = text[at];
    if (char === "]") return text.slice(from, at);
    if (char === "[") return undefined;
    if (char === "\\") at += 1;
  }
  return undefined;
}

/** The words of nodes without their marks. */
export function plainText(nodes: Inlines): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if ("children" in node) return plainText(node.children);
      if (node.type === "code") return node.text;
      return node.type === "image" ? node.alt : "";
    })
    .join("");
}

export function lastRun(held: readonly (Inline | Run)[]): Run | undefined {
  const run = held.findLast((entry) => typeof entry === "object" && "mark" in entry);
  return run as Run | undefined;
}

/** Where runs of backticks begin, by their length. */
export function placesOfTicks(text: string): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = places.get(run.length);
    if (known) known.push(index);
    else places.set(run.length, [index]);
  }
  return places;
}

/** The first place behind `at`, by halving. */
export function closingTicks(places: readonly number[], at: number): number | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return places[low];
}

export function codeText(text: string): string {
  const line = text.replace(/\n/g, " ");
  const isPadded = line.length > 1 && line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return isPadded ? line.slice(1, -1) : line;
}

export function lengthOfRun(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

export const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code === 0x20 || code === 0x0a || code === 0x09;
};

/** Class of the character beside a mark: a letter, a space or punctuation. */
type Side = 0 | 1 | 2;

export const word = 0;
export const blank = 1;
export const punctuation = 2;

export function sideBefore(text: string, at: number): Side {
  if (at === 0) return blank;
  const code = text.charCodeAt(at - 1);
  return code < 0x80
    ? asciiSide(code)
    : otherSide(code >= 0xdc00 && code <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at));
}

export function sideAfter(text: string, at: number): Side {
  const code = text.codePointAt(at);
  if (code === undefined) return blank;
  return code < 0x80 ? asciiSide(code) : otherSide(String.fromCodePoint(code));
}

function asciiSide(code: number): Side {
  if (code <= 0x20) return blank;
  const isWord = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isWord ? word : punctuation;
}

function otherSide(char: string): Side {
  if (/^\s/.test(char)) return blank;
  return /^[\p{P}\p{S}]/u.test(char) ? punctuation : word;
}
