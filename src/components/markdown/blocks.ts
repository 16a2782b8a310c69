import type { Links, Token, Tokens } from "marked";
import { isShown, lex, noLinks, type Reading } from "./lex.js";
import type { MarkdownSyntax } from "./plugins.js";
import { rereadParagraph } from "./reread.js";

/**
 * Reads markdown block by block as it grows. A block that later text cannot change any more is finished: it keeps its
 * identity, so a memoised view draws it once, and only the open end is read again. Of an open code block or table only
 * what is new is read. Reading is the library's work; what this module adds is where it may begin.
 */

/** One top-level block: a paragraph, a list, a code block, … */
export interface Block {
  readonly token: Token;
  /** Its text as it stands in the source. */
  readonly raw: string;
}

export interface BlockList {
  /** The source, with line ends made one. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** How many blocks are finished, and where in the text the open end begins. */
  readonly finished: number;
  readonly openAt: number;
  /** The link definitions of the whole text: they reach back into finished blocks. */
  readonly links: Links;
  /** Those of the finished part. */
  readonly finishedLinks: Links;
}

export const emptyBlocks: BlockList = {
  text: "",
  blocks: [],
  finished: 0,
  openAt: 0,
  links: noLinks,
  finishedLinks: noLinks,
};

const noSyntax: readonly MarkdownSyntax[] = [];

/** The blocks of `text`. Text that goes on from the previous one costs only its open end; any other is read anew. */
export function updateBlocks(previous: BlockList, source: string, syntax = noSyntax): BlockList {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  if (text === previous.text) return previous;
  const base = text.startsWith(previous.text) ? previous : emptyBlocks;
  const open = onlyOpenBlock(base);
  const grown =
    open &&
    (continueCode(base, open, text) ??
      continueWords(base, open, text, syntax) ??
      continueParagraph(base, open, text, syntax));
  if (grown) return { ...base, text, blocks: [...base.blocks.slice(0, base.finished), grown] };
  const reading =
    (open && continueTable(base, open, text, syntax)) ?? lex(text.slice(base.openAt), base.finishedLinks, syntax);
  return join(base, text, reading, syntax);
}

/** The last block, when it alone is the open end. */
function onlyOpenBlock({ text, blocks, finished, openAt }: BlockList): Block | undefined {
  const block = blocks[finished];
  return block && openAt + block.raw.length === text.length ? block : undefined;
}

/** An open code block takes any text until a line that may end it. */
function continueCode(base: BlockList, { token, raw }: Block, text: string): Block | undefined {
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
function continueWords(
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
function continueParagraph(
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
function continueTable(
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

/** Puts what was read at the open end behind the finished blocks, and finishes what later text cannot change any more. */
function join(base: BlockList, text: string, reading: Reading, syntax: readonly MarkdownSyntax[]): BlockList {
  const { tokens, links } = reading;
  const relink = !sameLinks(base.links, links);
  const before = base.blocks.slice(0, base.finished);
  const finished = relink ? before.map((block) => withLinks(block, links, syntax)) : before;
  const read = reuse(base.blocks.slice(base.finished), tokens, relink);
  const blocks = [...finished, ...read];
  const length = tokens.reduce((sum, { raw }) => sum + raw.length, base.openAt);
  // What the library read must be what stands there, or the place to go on from is not known: then all is read anew.
  if (length !== text.length && !isListBeforeSpaces(tokens, text, length))
    return { ...emptyBlocks, text, blocks, links };
  const ended = tokens.slice(0, endOf(tokens));
  const openAt = ended.reduce((sum, { raw }) => sum + raw.length, base.openAt);
  return {
    text,
    blocks,
    finished: base.finished + ended.filter(isShown).length,
    openAt,
    links,
    finishedLinks: sameLinks(base.finishedLinks, links)
      ? base.finishedLinks
      : lex(text.slice(base.openAt, openAt), base.finishedLinks, syntax).links,
  };
}

/** Whether all that the library left out are spaces behind a list at the end. */
function isListBeforeSpaces(tokens: readonly Token[], text: string, length: number): boolean {
  const last = tokens.at(-1);
  return last?.type === "list" && text.endsWith(last.raw, length) && /^ +$/.test(text.slice(length));
}

/** These end with the blank line behind them, whatever follows. */
const endsAtBlank: ReadonlySet<string> = new Set(["paragraph", "heading", "hr", "table"]);

/**
 * The block before the last may still change: a line that is not complete yet can turn out to belong to it (`*` begins a
 * list, `*so*` goes on with the paragraph). What stands behind a blank line is parted for good.
 */
const openBlocks = 2;

/** How many of these can no longer change. */
function endOf(tokens: readonly Token[]): number {
  const shown = tokens.filter(isShown);
  const last = shown.at(-1);
  // Where a code block has begun, nothing above it goes on.
  const isCode = last?.type === "code" && /^ {0,3}(`{3,}|~{3,})[^\n]*\n/.test(last.raw);
  const isParted = isCode || (last !== undefined && isParagraphOfItsOwn(tokens, last));
  const firstOpen = isParted ? last : shown.at(-openBlocks);
  let end = firstOpen ? tokens.indexOf(firstOpen) : 0;
  if (isParted) return end;
  while (end > 0 && !isBlankBefore(tokens, end)) end -= 1;
  for (let index = tokens.length; index > end; index -= 1) {
    const token = tokens.slice(0, index).findLast(isShown);
    if (isBlankBefore(tokens, index) && token && endsAtBlank.has(token.type)) return index;
  }
  return end;
}

/** Words behind a blank line that are not indented belong to no list, and nothing that follows them does. */
function isParagraphOfItsOwn(tokens: readonly Token[], last: Token): boolean {
  return last.type === "paragraph" && /^\p{L}{2}/u.test(last.raw) && isBlankBefore(tokens, tokens.indexOf(last));
}

function isBlankBefore(tokens: readonly Token[], index: number): boolean {
  const [a = "", b = ""] = [tokens[index - 2]?.raw, tokens[index - 1]?.raw];
  return /\n[ \t]*\n$/.test(a.slice(-80) + b);
}

/** The blocks of new tokens: one that reads as before stays the object it was. */
function reuse(before: readonly Block[], tokens: readonly Token[], relink: boolean): Block[] {
  return tokens.filter(isShown).map((token, index) => {
    const known = before[index];
    // The library may read one and the same source in two ways, by what follows: a line with a tab is code, or words.
    const same = known?.raw === token.raw && known.token.type === token.type && textOf(known.token) === textOf(token);
    return same && !(relink && token.raw.includes("[")) ? known : { token, raw: token.raw };
  });
}

const textOf = (token: Token): unknown => (token as { readonly text?: unknown }).text;

function withLinks(block: Block, links: Links, syntax: readonly MarkdownSyntax[]): Block {
  if (!block.raw.includes("[")) return block;
  const [token, ...others] = lex(block.raw, links, syntax).tokens.filter(isShown);
  return token && others.length === 0 ? { token, raw: block.raw } : block;
}

function sameLinks(a: Links, b: Links): boolean {
  if (a === b) return true;
  const names = Object.keys(b);
  return (
    names.length === Object.keys(a).length &&
    names.every((name) => a[name]?.href === b[name]?.href && a[name]?.title === b[name]?.title)
  );
}
