import type { Links, Token } from "marked";
import { readBlocks, type Block } from "./blocks.js";

/**
 * Shows the last block of a growing text as if what is begun in it were ended: bold that has no end yet is bold, half a
 * link is its words. Only the shown copy differs, never the source. Which marks are left open is taken from the library's
 * own reading: a mark that it did not pair stands in its plain text.
 */

/** Beyond this a block is shown as it stands (characters). */
const limit = 20_000;

/** The tokens to show for the last block while its text still grows. */
export function softenBlock(block: Block, links: Links): readonly Token[] {
  if (block.raw.length > limit) return [block.token];
  const softened = soften(block);
  return softened === block.raw ? [block.token] : readBlocks(softened, links);
}

function soften({ token, raw }: Block): string {
  // A code block has no end yet: only the first marks of its closing fence are held back.
  if (token.type === "code") return raw.replace(/\n {0,3}(`{1,2}|~{1,2})$/, "");
  const table = beginTable(token, raw);
  if (table) return table;
  // Underlines of a heading that may become a list or a table.
  const text = raw.replace(/\n {0,3}(-{1,2}|=+)$/, "").trimEnd();
  const inline = lastInline(token);
  if (!inline) return raw;
  const plain = inline.filter((part) => part.type === "text").map((part) => part.raw);
  return closeMarks(hideHalfLink(text, plain.at(-1) ?? ""), plain);
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
  while (open.length > 0) {
    const mark = open.at(-1) ?? "";
    // Nothing follows it yet, so there is nothing to mark.
    if (!result.endsWith(mark)) break;
    result = result.slice(0, -mark.length).trimEnd();
    open.pop();
  }
  return result + open.toReversed().join("");
}
