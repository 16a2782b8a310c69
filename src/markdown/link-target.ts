import { decodeReferences } from "./character-references.js";
import { limits, type Scope } from "./scope.js";

/** The target after `]` of a link: `(address "title")`. */
export interface Target {
  readonly href: string;
  readonly title: string | null;
  /** Index after the target. */
  readonly end: number;
}

/**
 * Reads an address and a title from the place of `(`. Null when it is none; `"open"` when the text ends first, so that
 * more text may still make it one. Reads at most `limits.address` characters, and no further than a `(` that is
 * `limits.parentheses` deep.
 */
export function readTarget(text: string, from: number, work: Work): Target | "open" | null {
  const at = skipSpace(text, from + 1);
  const address = readAddress(text, at, work);
  if (address === "open" || address === null) return address;
  const afterAddress = skipSpace(text, address.end);
  if (text[afterAddress] === ")") return { href: clean(address.text), title: null, end: afterAddress + 1 };
  if (afterAddress >= text.length) return "open";
  if (afterAddress === address.end) return null;
  const title = readTitle(text, afterAddress, work);
  if (title === "open" || title === null) return title;
  const afterTitle = skipSpace(text, title.end);
  if (afterTitle >= text.length) return "open";
  if (text[afterTitle] !== ")") return null;
  return { href: clean(address.text), title: clean(title.text), end: afterTitle + 1 };
}

type Work = Scope["work"];

interface Span {
  readonly text: string;
  readonly end: number;
}

function readAddress(text: string, from: number, work: Work): Span | "open" | null {
  if (text[from] === "<") return readPointed(text, from, work);
  let depth = 0;
  const last = Math.min(text.length, from + limits.address);
  for (let at = from; at < last; at += 1) {
    work.characters += 1;
    const char = text.charCodeAt(at);
    if (char === 0x5c) at += 1;
    else if (char <= 0x20) return depth === 0 ? { text: text.slice(from, at), end: at } : null;
    else if (char === 0x28) {
      depth += 1;
      if (depth > limits.parentheses) return null;
    } else if (char === 0x29) {
      if (depth === 0) return { text: text.slice(from, at), end: at };
      depth -= 1;
    }
  }
  return last === text.length ? "open" : null;
}

function readPointed(text: string, from: number, work: Work): Span | "open" | null {
  const last = Math.min(text.length, from + limits.address);
  for (let at = from + 1; at < last; at += 1) {
    work.characters += 1;
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "\n" || char === "<") return null;
    else if (char === ">") return { text: text.slice(from + 1, at), end: at + 1 };
  }
  return last === text.length ? "open" : null;
}

function readTitle(text: string, from: number, work: Work): Span | "open" | null {
  const open = text[from];
  const close = open === "(" ? ")" : open;
  if (open !== '"' && open !== "'" && open !== "(") return null;
  const last = Math.min(text.length, from + limits.address);
  for (let at = from + 1; at < last; at += 1) {
    work.characters += 1;
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === close) return { text: text.slice(from + 1, at), end: at + 1 };
    else if (char === open) return null;
  }
  return last === text.length ? "open" : null;
}

/** Past spaces and at most one line end. */
function skipSpace(text: string, from: number): number {
  let at = from;
  let lines = 0;
  for (; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\n") lines += 1;
    else if (char !== " " && char !== "\t") break;
    if (lines > 1) break;
  }
  return at;
}

/** Without backslashes and with character references read. */
export function clean(text: string): string {
  return decodeReferences(text.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
}

/** `[label]: address "title"` on a line of its own; undefined for any other line. */
export function readDefinition(line: string): { label: string; href: string; title: string | null } | undefined {
  if (line[0] !== "[") return undefined;
  const found = definition.exec(line);
  if (!found) return undefined;
  const [, label = "", pointed, plain = "", title] = found;
  // `[^1]: …` is a footnote. Its text is shown in place.
  if (label.trim() === "" || label.startsWith("^")) return undefined;
  return { label, href: clean(pointed ?? plain), title: title === undefined ? null : clean(title.slice(1, -1)) };
}

const definition =
  /^\[((?:[^[\]\\]|\\.){1,200})\]:[ \t]*(?:<([^<>]{0,2000})>|([^\s<]\S{0,2000}))(?:[ \t]+("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)))?[ \t]*$/;
