import type { Links, Token, Tokens } from "marked";
import { lexInline } from "./lex.js";

/**
 * The paragraph with this text in place of its own, of which only the end is read: what stands before the last safe place
 * means the same whatever follows. Undefined where there is no such place, or where the text may be another kind of block.
 */
export function rereadParagraph(token: Token, text: string, links: Links): Tokens.Paragraph | undefined {
  if (token.type !== "paragraph") return undefined;
  const paragraph = token as Tokens.Paragraph;
  if (paragraph.raw !== paragraph.text) return undefined;
  const place = safePlace(paragraph.tokens);
  if (!place) return undefined;
  const head = paragraph.text.slice(0, place.offset);
  const rest = text.slice(place.offset);
  if (!text.startsWith(head) || !isEndOfLine.test(rest) || !beginsWithWords.test(lastLine(head))) return undefined;
  const read = lexInline(rest, links, text);
  return read && { ...paragraph, raw: text, text, tokens: joinTokens(paragraph.tokens, place, read) };
}

/** A space in a text token. */
interface Place {
  readonly index: number;
  /** Where it is in the token, and in the paragraph. */
  readonly at: number;
  readonly offset: number;
}

/** The last space before the first mark that has not found its other end. */
function safePlace(tokens: readonly Token[]): Place | undefined {
  let place: Place | undefined;
  let offset = 0;
  for (const [index, token] of tokens.entries()) {
    const { raw } = token;
    if (token.type === "text") {
      const mark = raw.search(openMark);
      const at = raw.lastIndexOf(" ", mark < 0 ? raw.length : mark);
      if (at >= 0) place = { index, at, offset: offset + at };
      if (mark >= 0) return place;
    } else if (!isSettled(token)) return place;
    offset += raw.length;
  }
  return place;
}

/** Whether a token with both its ends can no longer change: nothing in it waits for its other end. */
function isSettled(token: Token): boolean {
  if (token.type === "codespan" || token.type === "escape") return true;
  if (token.type === "text") return !openMark.test(token.raw);
  const { tokens } = token as { readonly tokens?: readonly Token[] };
  return marked.has(token.type) && tokens !== undefined && tokens.every(isSettled);
}

function joinTokens(tokens: readonly Token[], { index, at }: Place, read: readonly Token[]): Token[] {
  const before = tokens.slice(0, index);
  const [first, ...others] = read;
  if (first?.type !== "text") return [...before, ...read];
  const { raw } = tokens[index] as Tokens.Text;
  const words = raw.slice(0, at);
  // The library makes one token of words that follow each other.
  return [...before, { ...first, raw: words + first.raw, text: words + (first as Tokens.Text).text }, ...others];
}

const lastLine = (text: string): string => text.slice(text.lastIndexOf("\n") + 1);

/** What may pair with a mark that comes later. */
const openMark = /[*_`~[<]/;
const marked: ReadonlySet<string> = new Set(["strong", "em", "del", "link"]);
const isEndOfLine = /^ [^\n\t]*$/;
const beginsWithWords = /^\p{L}{2}/u;
