import type { Token, Tokens } from "marked";
import type { Block, BlockList } from "./block-list.js";
import { lex, sameLinks, textOf, type Reading } from "./lex.js";
import type { MarkdownSyntax } from "./plugins.js";
import { rereadParagraph } from "./reread.js";

/** How a block at the open end goes on with more text, without being read from its beginning. */

/** An open code block takes any text until a line that may end it. */
export function continueCode(base: BlockList, { token, raw }: Block, text: string): Block | undefined {
  if (token.type !== "code") return undefined;
  const fence = /^(`{3,}|~{3,})[^\n]*\n/.exec(raw.slice(0, 300));
  if (!fence || isFenceClosed(token as Tokens.Code)) return undefined;
  const { 0: line, 1: marks = "" } = fence;
  const lastLine = text.lastIndexOf("\n", base.text.length - 1);
  if (new RegExp(`\n {0,3}${marks}`).test(text.slice(lastLine))) return undefined;
  const body = text.slice(base.openAt + line.length);
  // The library takes one line break off the end, and leaves several.
  const shown = /[^\n]\n$/.test(body.slice(-2)) ? body.slice(0, -1) : body;
  const next: Tokens.Code = { ...(token as Tokens.Code), raw: text.slice(base.openAt), text: shown };
  return { token: next, raw: next.raw };
}

/** Words behind words can mean nothing else, whatever stands before them: only the last words grow. */
export function continueWords(
  base: BlockList,
  { token, raw }: Block,
  text: string,
  syntax: readonly MarkdownSyntax[],
): Block | undefined {
  const more = text.slice(base.text.length);
  // The library leaves spaces at the end of a list out of it.
  if (syntax.length > 0 || (token.type === "list" && more.endsWith(" "))) return undefined;
  const line = raw.slice(raw.lastIndexOf("\n") + 1);
  const [word = ""] = /\S*$/.exec(line.slice(-longestWord)) ?? [];
  // These words hold no mark and no address, and a line with two letters at its beginning begins nothing else.
  if (!isWords.test(word + more) || /www\./i.test(word + more) || !beginsWithWords.test(line)) return undefined;
  const grown = growWords(token, more);
  return grown && { token: grown, raw: grown.raw };
}

/** Of a paragraph with marks in it the end alone is read, as long as its line goes on. */
export function continueParagraph(
  base: BlockList,
  { token }: Block,
  text: string,
  syntax: readonly MarkdownSyntax[],
): Block | undefined {
  const read = syntax.length === 0 ? rereadParagraph(token, text.slice(base.openAt), base.links) : undefined;
  return read && { token: read, raw: read.raw };
}

/** The token with more behind its last words; undefined where it does not end with words. */
function growWords(token: Token, more: string): Token | undefined {
  const { raw } = token;
  const text = textOf(token);
  const isList = token.type === "list";
  if (!grows.has(token.type) || (!isList && (typeof text !== "string" || !raw.endsWith(text)))) return undefined;
  const name = isList ? "items" : "tokens";
  const parts = (token as Tokens.Generic)[name] as Token[] | undefined;
  const longer = { ...token, raw: raw + more, ...(!isList && { text: (text as string) + more }) };
  if (parts === undefined) return token.type === "text" ? longer : undefined;
  const last = parts.at(-1);
  if (!last || !raw.endsWith(last.raw)) return undefined;
  const grown = growWords(last, more);
  return grown && { ...longer, [name]: [...parts.slice(0, -1), grown] };
}

const grows: ReadonlySet<string> = new Set(["paragraph", "text", "list", "list_item"]);
const beginsWithWords = /^(?: *(?:[-*+]|\d{1,9}[.)]) +)?\p{L}{2}/u;
const longestWord = 80;
const isWords = /^[\p{L}\p{N} .,;:!?'"-]+$/u;

/** Whether the closing fence of a fenced code block is there; indented code has none to wait for. */
export function isFenceClosed({ raw }: Tokens.Code): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  return marks === undefined || new RegExp(`\n {0,3}${marks}[\`~]*[ \t]*\n*$`).test(raw);
}

/** Reads the last row of an open table and what follows; the rows above stay as they are. */
export function continueTable(
  base: BlockList,
  { token, raw }: Block,
  text: string,
  syntax: readonly MarkdownSyntax[],
): Reading | undefined {
  if (token.type !== "table") return undefined;
  const { rows } = token as Tokens.Table;
  const last = lastRowAt(raw);
  if (last === undefined) return undefined;
  const head = tableHead(raw);
  const reading = lex(head + text.slice(base.openAt + last), base.finishedLinks, syntax);
  const [first, ...others] = reading.tokens as [Tokens.Table, ...Token[]];
  if (first.type !== "table" || first.rows.length === 0) return undefined;
  // A link's address that came or grew reaches back into the rows above.
  if (!sameLinks(base.links, reading.links)) return undefined;
  const table: Tokens.Table = {
    ...first,
    raw: text.slice(base.openAt, base.openAt + last - head.length + first.raw.length),
    rows: [...rows.slice(0, -1), ...first.rows],
  };
  return { tokens: [table, ...others], links: reading.links };
}

/** The two lines that make a table one. */
export function tableHead(raw: string): string {
  return raw.slice(0, raw.indexOf("\n", raw.indexOf("\n") + 1) + 1);
}

/** Where the last of several rows begins; undefined where that cannot be told from the text alone. */
export function lastRowAt(raw: string): number | undefined {
  const last = raw.lastIndexOf("\n", raw.length - 2) + 1;
  return last > tableHead(raw).length && raw[last] === "|" ? last : undefined;
}
