import type { Links, Token, Tokens } from "marked";
import type { Block } from "./block-list.js";
import { isFenceClosed, lastRowAt, tableHead } from "./continue.js";
import { isShown, lex } from "./lex.js";
import type { MarkdownSyntax } from "./plugins.js";
import { rereadParagraph } from "./reread.js";

/**
 * Shows the last block of a growing text as if what is begun in it were ended: bold that has no end yet is bold, half a
 * link is its words. Only the shown copy differs, never the source. Which marks are left open is taken from the library's
 * own reading: a mark that it did not pair stands in its plain text.
 */

/** Beyond this a block is shown as it stands (characters). */
const limit = 20_000;

/** The tokens to show for the last block while its text still grows. */
export function softenBlock(block: Block, links: Links, syntax: readonly MarkdownSyntax[]): readonly Token[] {
  if (block.token.type === "code") return [softenCode(block.token as Tokens.Code)];
  const rows = block.token.type === "table" && softenTable(block, links, syntax);
  if (rows) return rows;
  if (block.raw.length > limit) return [block.token];
  const softened = soften(block);
  if (softened === block.raw.trimEnd()) return [block.token];
  const read = syntax.length === 0 ? rereadParagraph(block.token, softened, links) : undefined;
  return read ? [read] : lex(softened, links, syntax).tokens.filter(isShown);
}

/** A code block has no end yet: only the first marks of its closing fence are held back. */
function softenCode(token: Tokens.Code): Tokens.Code {
  if (isFenceClosed(token)) return token;
  const half = /(?:^|\n) {0,3}(`{1,2}|~{1,2})$/.exec(token.text.slice(-8));
  return half ? { ...token, text: token.text.slice(0, -half[0].length) } : token;
}

/** Of a table only the last row is unfinished. */
function softenTable(
  { token, raw }: Block,
  links: Links,
  syntax: readonly MarkdownSyntax[],
): readonly Token[] | undefined {
  const last = lastRowAt(raw);
  if (last === undefined) return undefined;
  const read = (text: string) => lex(text, links, syntax).tokens.filter(isShown);
  const text = tableHead(raw) + raw.slice(last);
  const [row] = read(text);
  const softened = row?.type === "table" ? soften({ token: row, raw: text }) : text;
  const [soft] = softened === text ? [row] : read(softened);
  if (soft?.type !== "table") return undefined;
  return [{ ...token, rows: [...(token as Tokens.Table).rows.slice(0, -1), ...(soft as Tokens.Table).rows] }];
}

function soften({ token, raw }: Block): string {
  const table = beginTable(token, raw);
  if (table) return table;
  // Underlines of a heading that may become a list or a table.
  const text = raw.replace(/\n {0,3}(-{1,2}|=+)$/, "").trimEnd();
  const inline = lastInline(token);
  if (!inline) return raw.trimEnd();
  const plain = inline.filter((part) => part.type === "text").map((part) => part.raw);
  const words = hideHalfLink(text, plain.join("")).replace(/(?<=^|\s)~$/, "");
  return closeMarks(words, plain);
}

/** A table is only one when its second line is there; its first line is shown as one from the start. */
function beginTable(token: Token, raw: string): string | undefined {
  if (token.type !== "paragraph") return undefined;
  const { 1: before = "", 2: head = "" } = /^((?:[^|\n][^\n]*\n)*)(\|[^\n]*)(?:\n[|:\s-]*)?$/.exec(raw) ?? [];
  const cells = head
    .replaceAll("\\|", "")
    .split("|")
    .slice(1)
    .filter((cell, index) => cell.trim() !== "" || index === 0);
  if (cells.length === 0 || head.trim() === "|") return undefined;
  const line = head.trimEnd().endsWith("|") ? head : `${head} |`;
  return `${before}${line}\n|${" - |".repeat(cells.length)}`;
}

/** The inline tokens at the very end of a block. */
function lastInline(token: Token): readonly Token[] | undefined {
  switch (token.type) {
    case "list":
      return lastOf(token["items"]);
    case "table":
      return (token["rows"] as { tokens: Token[] }[][]).at(-1)?.findLast((cell) => cell.tokens.length > 0)?.tokens;
    case "blockquote":
    case "list_item":
      return lastOf(token.tokens);
    case "paragraph":
    case "heading":
    case "text":
      return token.tokens;
    default:
      return undefined;
  }
}

function lastOf(tokens: readonly Token[] | undefined): readonly Token[] | undefined {
  const last = tokens?.findLast((token) => token.type !== "space");
  return last && lastInline(last);
}

/** `[words](https://exa` → `words`; an image that is not complete yet is left out. */
function hideHalfLink(text: string, plain: string): string {
  const half = /!?\[([^[\]\n]*)(\]\([^()\s]*)?$/.exec(text);
  if (!half || !plain.includes("[") || half[0].endsWith("]")) return text;
  return text.slice(0, half.index) + (half[0].startsWith("!") ? "" : half[1]);
}

/** Ends every mark that was left open, innermost first. */
function closeMarks(text: string, plain: readonly string[]): string {
  const open: string[] = [];
  for (const [, mark = ""] of plain.join("\u0000").matchAll(/(?<![\w\\])(`+|\*{1,3}|_{1,3}|~~)(?=[^\s*_~`]|`|$)/g)) {
    open.push(mark);
    // Nothing is a mark inside code.
    if (mark.startsWith("`")) break;
  }
  let result = text;
  // One star of the two that end bold.
  if (/(?<!\*)\*\*[^\s*][^*\n]*\*$/.test(result)) return `${result}*`;
  if (/(?<!~)~~[^\s~][^~\n]*~$/.test(result)) return `${result}~`;
  while (open.length > 0) {
    const mark = open.at(-1) ?? "";
    // Nothing follows it yet, so there is nothing to mark.
    if (!result.endsWith(mark)) break;
    result = result.slice(0, -mark.length).trimEnd();
    open.pop();
  }
  return result + open.toReversed().join("");
}
