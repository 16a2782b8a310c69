import type { CodePiece } from "@service/react";

/** Kinds of pieces in the languages that the agents of this example write: TypeScript and JSON. */
const kinds = {
  comment: /\/\/[^\n]*/,
  name: /"[^"\n]*"(?=\s*:)/,
  string: /"[^"\n]*"|'[^'\n]*'|`[^`]*`/,
  keyword: /\b(?:async|await|const|else|export|false|for|function|if|import|let|new|null|of|return|true|type)\b/,
  number: /\b\d+(?:\.\d+)?\b/,
  function: /\b\w+(?=\()/,
};
const pattern = Object.entries(kinds).map(([kind, { source }]) => `(?<${kind}>${source})`);
const tokens = new RegExp(pattern.join("|"), "g");
const languages = new Set(["ts", "tsx", "js", "json"]);

/**
 * Colours code in answers; `code.css` has a colour for each kind. A product with more languages loads a library at its
 * first use, such as Shiki by `await import("shiki")`, and returns its tokens as pieces.
 */
export function highlight(code: string, language: string): readonly CodePiece[] | undefined {
  if (!languages.has(language)) return undefined;
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const found of code.matchAll(tokens)) {
    const kind = Object.keys(kinds).find((name) => found.groups?.[name] !== undefined);
    pieces.push({ text: code.slice(end, found.index) }, { text: found[0], kind });
    end = found.index + found[0].length;
  }
  return [...pieces, { text: code.slice(end) }];
}
