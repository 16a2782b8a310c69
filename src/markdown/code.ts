import { emptySeq, push } from "./seq.js";
import type { CodeLeaf } from "./state.js";

/** Lines of verbatim text. They are copied field by field, for speed: each line makes a copy. */
export function codeLeaf(kind: CodeLeaf["kind"], marks: string, language: string | null = null, indent = 0): CodeLeaf {
  const pieces = emptySeq<string>();
  return { kind, pieces, last: "", blank: "", language, fence: marks, indent, isEnded: false, hasText: false };
}

export function endCode({ kind, pieces, last, blank, language, fence, indent, hasText }: CodeLeaf): CodeLeaf {
  return { kind, pieces, last, blank, language, fence, indent, isEnded: true, hasText };
}

export function withBlank(leaf: CodeLeaf, blank: string): CodeLeaf {
  const { kind, pieces, last, language, fence, indent, isEnded, hasText } = leaf;
  return { kind, pieces, last, blank, language, fence, indent, isEnded, hasText };
}

/** About how long a piece of code is (characters); it ends with a line. */
const pieceLength = 2_000;

export function addCode(leaf: CodeLeaf, text: string, separator: string): CodeLeaf {
  const added = (leaf.hasText ? separator : "") + text;
  if (leaf.kind !== "own" && leaf.last.length >= pieceLength && added.startsWith("\n")) {
    return withText(leaf, push(leaf.pieces, `${leaf.last}\n`), added.slice(1));
  }
  let { pieces } = leaf;
  let last = leaf.last + added;
  while (leaf.kind !== "own" && last.length > 2 * pieceLength) {
    const code = last.charCodeAt(pieceLength - 1);
    const end = code >= 0xd800 && code <= 0xdbff ? pieceLength - 1 : pieceLength;
    pieces = push(pieces, last.slice(0, end));
    last = last.slice(end);
  }
  return withText(leaf, pieces, last);
}

function withText(leaf: CodeLeaf, pieces: CodeLeaf["pieces"], last: string): CodeLeaf {
  const { kind, blank, language, fence, indent, isEnded } = leaf;
  return { kind, pieces, last, blank, language, fence, indent, isEnded, hasText: true };
}
