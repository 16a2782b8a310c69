import type { Links, Token } from "marked";
import { emptyBlocks, type Block, type BlockList } from "./block-list.js";
import { continueCode, continueParagraph, continueTable, continueWords } from "./continue.js";
import { isShown, lex, sameLinks, textOf, type Reading } from "./lex.js";
import type { MarkdownSyntax } from "./plugins.js";

/**
 * Reads markdown block by block as it grows. A block that later text cannot change any more is finished: it keeps its
 * identity, so a memoised view draws it once, and only the open end is read again. Of an open code block or table only
 * what is new is read. Reading is the library's work; what this module adds is where it may begin.
 */

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
  // A line with a tab in it ends no table.
  return /\n *\n$/.test(a.slice(-80) + b);
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

function withLinks(block: Block, links: Links, syntax: readonly MarkdownSyntax[]): Block {
  if (!block.raw.includes("[")) return block;
  const [token, ...others] = lex(block.raw, links, syntax).tokens.filter(isShown);
  return token && others.length === 0 ? { token, raw: block.raw } : block;
}
