import { Lexer, type Links, type Token } from "marked";

/**
 * Reads markdown block by block as it grows. A block that later text cannot change any more is finished: it keeps its
 * identity, so a memoised view draws it once, and only the open end is read again. Reading is the library's work; what
 * this module adds is where it may begin.
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
  /** Link definitions: they reach back into finished blocks. */
  readonly links: Links;
}

const noLinks: Links = Object.freeze(Object.create(null) as Links);

export const emptyBlocks: BlockList = { text: "", blocks: [], finished: 0, openAt: 0, links: noLinks };

/**
 * The block before the last may still change: a line that is not complete yet can turn out to belong to it (`*` begins a
 * list, `*so*` goes on with the paragraph). What stands behind a blank line is parted for good.
 */
const openBlocks = 2;

/** The blocks of `text`. Text that goes on from the previous one costs only its open end; any other is read anew. */
export function updateBlocks(previous: BlockList, source: string): BlockList {
  const text = source.includes("\r") ? source.replace(/\r\n?/g, "\n") : source;
  if (text === previous.text) return previous;
  const base = text.startsWith(previous.text) ? previous : emptyBlocks;
  const read = lex(text.slice(base.openAt), noLinks);
  // A definition reaches into every block above and below it, so a text that has one is read whole.
  if (!isEmpty(base.links) || !isEmpty(read.links)) return readWhole(base, text);
  const open = reuse(base.blocks.slice(base.finished), read.tokens, false);
  return close(text, base, open);
}

function readWhole(previous: BlockList, text: string): BlockList {
  const { tokens, links } = lex(text, noLinks);
  const blocks = reuse(previous.blocks, tokens, !sameLinks(previous.links, links));
  return { text, blocks: blocks.filter(isShown), finished: 0, openAt: 0, links };
}

/** Reads one block on its own, for showing another text in its place. */
export function readBlocks(text: string, links: Links): readonly Token[] {
  return lex(text, links).tokens.filter((token) => isShown({ token }));
}

/** Finishes what later text cannot change any more. */
function close(text: string, base: BlockList, read: readonly Block[]): BlockList {
  const shown = read.filter(isShown);
  const blocks = [...base.blocks.slice(0, base.finished), ...shown];
  const length = read.reduce((sum, block) => sum + block.raw.length, base.openAt);
  // What the library read must be what stands there, or the place to go on from is not known: then all stays open.
  if (length !== text.length) return { text, blocks, finished: 0, openAt: 0, links: noLinks };
  const ended = read.slice(0, endOf(read));
  return {
    text,
    blocks,
    finished: base.finished + ended.filter(isShown).length,
    openAt: ended.reduce((sum, block) => sum + block.raw.length, base.openAt),
    links: noLinks,
  };
}

/** How many of these can no longer change: those before the open blocks, back to a blank line. */
function endOf(read: readonly Block[]): number {
  const firstOpen = read.filter(isShown).at(-openBlocks);
  let end = firstOpen ? read.indexOf(firstOpen) : 0;
  while (
    end > 0 &&
    !/\n[ \t]*\n$/.test(
      read
        .slice(Math.max(0, end - 2), end)
        .map(({ raw }) => raw)
        .join(""),
    )
  )
    end -= 1;
  return end;
}

/** The blocks of new tokens: one that reads as before stays the object it was. */
function reuse(before: readonly Block[], tokens: readonly Token[], linksChanged: boolean): Block[] {
  let index = 0;
  return tokens.map((token) => {
    if (!isShown({ token })) return { token, raw: token.raw };
    const known = before[index++];
    const same = known?.raw === token.raw && known.token.type === token.type;
    return same && !(linksChanged && token.raw.includes("[")) ? known : { token, raw: token.raw };
  });
}

function isShown({ token }: { readonly token: Token }): boolean {
  return token.type !== "space" && token.type !== "def";
}

function isEmpty(links: Links): boolean {
  return Object.keys(links).length === 0;
}

function sameLinks(a: Links, b: Links): boolean {
  if (a === b) return true;
  const names = Object.keys(b);
  return (
    names.length === Object.keys(a).length &&
    names.every((name) => a[name]?.href === b[name]?.href && a[name]?.title === b[name]?.title)
  );
}

/** More marks of emphasis than this in one run of lines take the library seconds: it pairs each with each. */
const mostMarks = 6000;

function isTooMuch(text: string): boolean {
  if (text.length <= mostMarks) return false;
  return text.split(/\n\s*\n/).some((run) => run.length > mostMarks && (run.match(/[*_]/g)?.length ?? 0) > mostMarks);
}

function lex(text: string, links: Links): { tokens: Token[]; links: Links } {
  if (isTooMuch(text)) return plain(text, links);
  try {
    const lexer = new Lexer({ gfm: true });
    Object.assign(lexer.tokens.links, links);
    const tokens = lexer.lex(text);
    return { tokens: [...tokens], links: tokens.links };
  } catch {
    // Nesting deeper than the stack: such text is shown as it stands.
    return plain(text, links);
  }
}

function plain(text: string, links: Links): { tokens: Token[]; links: Links } {
  return { tokens: [{ type: "plain", raw: text, text }], links };
}
