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
  /** Characters of it that have no place to part in. */
  readonly tried: number;
  readonly length: number;
  /** How many references are in its parts. */
  readonly references: number;
  /** The last addition and its result: the next addition often begins with the same text. */
  memo: { readonly text: string; readonly words: Words } | null;
}

export const noWords = (): Words => ({
  parts: emptySeq(),
  written: emptySeq(),
  marks: 0,
  open: "",
  tried: 0,
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
  let { parts, written, marks, references: own, tried } = words;
  let open = words.open + text;
  for (let bound = nextTry(open, marks, tried); bound > 0; bound = nextTry(open, marks, tried)) {
    // Beyond the marks that a block may have, words are shown as they are written: nothing of them is read.
    const isOver = marks > limits.blockMarks;
    const options = { mayRefer: references + own < limits.references, partAfter: limits.part };
    const read = isOver ? undefined : readInline(open.slice(0, bound), scope, options);
    const end = read?.end ?? bound;
    if (end === bound && open.length <= limits.longestPart) {
      tried = bound;
      continue;
    }
    const part = open.slice(0, end);
    written = push(written, part);
    parts = push(parts, read?.nodes ?? [part]);
    own += read?.references ?? 0;
    if (read) marks += read.marks + 1;
    if (!isOver && marks > limits.blockMarks) parts = asWritten(written);
    open = open.slice(end);
    tried = 0;
  }
  return { parts, written, open, tried, marks, length: words.length + text.length, references: own, memo: null };
}

/**
 * Number of characters of the open words to search for a split point; 0 to wait for more. The result depends on the
 * words alone, not on the steps in which they arrived, and all searches together read each character at most twice.
 */
function nextTry(open: string, marks: number, tried: number): number {
  if (open.length > limits.longestPart) return placeToCut(open);
  if (marks > limits.blockMarks) return 0;
  const last = limits.partTries.findLast((length) => length <= open.length) ?? 0;
  return last > tried ? last : 0;
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

/** All parts, including the open one so far. */
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
