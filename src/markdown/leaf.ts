import { readInline } from "./inline.js";
import type { Inlines } from "./nodes.js";
import { emptySeq, push, toArray, type Seq } from "./seq.js";
import { limits, type Scope } from "./scope.js";

/** Words that grow. A part that no later word can change is read once. */
export interface Words {
  readonly parts: Seq<Inlines>;
  /** The same parts as they are written. */
  readonly written: Seq<string>;
  /** Marks in the parts; beyond `limits.blockMarks` all of the words are shown as they are written. */
  readonly marks: number;
  /** The text behind the last part. */
  readonly open: string;
  readonly length: number;
  /** How many references are in its parts. */
  readonly references: number;
  /** What was added last, and what came of it: the next addition often begins alike. */
  memo: { readonly text: string; readonly words: Words } | null;
}

export const noWords = (): Words => ({
  parts: emptySeq(),
  written: emptySeq(),
  marks: 0,
  open: "",
  length: 0,
  references: 0,
  memo: null,
});

/** Adds text, and parts what has become long. `references` are those of the document above. */
export function addText(words: Words, text: string, references: number, scope: Scope): Words {
  const { memo } = words;
  if (memo && text.length >= memo.text.length && text.startsWith(memo.text)) {
    if (text.length === memo.text.length) return memo.words;
    const next = extend(memo.words, text.slice(memo.text.length), references, scope);
    words.memo = { text, words: { ...next, memo: null } };
    return words.memo.words;
  }
  const next = extend(words, text, references, scope);
  words.memo = { text, words: next };
  return next;
}

function extend(words: Words, text: string, references: number, scope: Scope): Words {
  let { parts, written, open, marks, references: own } = words;
  // Words can be parted behind a space only, so without a new one there is nothing to try.
  const hasPlace = /[ \n\t]/.test(open.slice(-1) + text);
  open += text;
  if (!hasPlace && open.length <= limits.longestPart)
    return { ...words, open, length: words.length + text.length, memo: null };
  while (open.length > limits.part) {
    const bound = open.length > limits.longestPart ? placeToCut(open) : open.length;
    const read = readInline(open.slice(0, bound), scope, {
      mayRefer: references + own < limits.references,
      partAfter: limits.part,
    });
    if (read.end === open.length) break;
    const text = open.slice(0, read.end);
    const isOver = marks > limits.blockMarks;
    written = push(written, text);
    parts = push(parts, isOver ? [text] : read.nodes);
    own += read.references;
    if (!isOver) marks += read.marks + 1;
    if (!isOver && marks > limits.blockMarks) parts = asWritten(written);
    open = open.slice(read.end);
  }
  return { parts, written, open, marks, length: words.length + text.length, references: own, memo: null };
}

function asWritten(texts: Seq<string>): Seq<Inlines> {
  return toArray(texts).reduce<Seq<Inlines>>((parts, text) => push(parts, [text]), emptySeq());
}

/** Behind the last space of the longest part, or in the middle of a run without any. */
function placeToCut(text: string): number {
  const space = Math.max(text.lastIndexOf(" ", limits.longestPart - 1), text.lastIndexOf("\n", limits.longestPart - 1));
  if (space > limits.longestPart / 2) return space + 1;
  const code = text.charCodeAt(limits.longestPart - 1);
  return code >= 0xd800 && code <= 0xdbff ? limits.longestPart - 1 : limits.longestPart;
}

/** All parts, with the open one read as far as it goes. */
export function partsOf(
  words: Words,
  references: number,
  scope: Scope,
  soften: boolean,
): Pick<Words, "parts" | "references" | "marks"> {
  const open = words.open.trimEnd();
  if (open === "") return words;
  if (words.marks > limits.blockMarks) return { ...words, parts: push(words.parts, [open]) };
  const mayRefer = references + words.references < limits.references;
  const read = readInline(open, scope, { soften, mayRefer });
  return {
    parts: read.nodes.length === 0 ? words.parts : push(words.parts, read.nodes),
    references: words.references + read.references,
    marks: words.marks + read.marks + 1,
  };
}
