import type { Line } from "./line.js";

/** Block starts at the words of a line. Checks the first character first, as a text of short lines calls this often. */

export interface Marker {
  /** Lists go on with items of the same mark. */
  readonly mark: string;
  readonly start: number | null;
  readonly length: number;
}

/** A bullet or a number, with a space or nothing behind it. */
export function listMarker(words: string): Marker | undefined {
  const first = words[0] ?? "";
  if (first === "-" || first === "*" || first === "+") {
    return endsMarker(words, 1) ? { mark: first, start: null, length: 1 } : undefined;
  }
  if (first < "0" || first > "9") return undefined;
  const found = /^(\d{1,9})([.)])/.exec(words.slice(0, 10));
  if (!found || !endsMarker(words, found[0].length)) return undefined;
  return { mark: found[2] ?? "", start: Number(found[1]), length: found[0].length };
}

const endsMarker = (words: string, at: number): boolean =>
  at === words.length || words[at] === " " || words[at] === "\t";

/** Three or more of `*`, `-` or `_`, and nothing else but spaces. */
export function isRule(words: string): boolean {
  const first = words[0] ?? "";
  if (first !== "*" && first !== "-" && first !== "_") return false;
  let count = 0;
  for (const char of words) {
    if (char === first) count += 1;
    else if (char !== " " && char !== "\t") return false;
  }
  return count >= 3;
}

/** The underline of a heading: its depth, or 0. */
export function underlineDepth(words: string): number {
  if (words[0] !== "=" && words[0] !== "-") return 0;
  const line = trimEnd(words);
  if (/^=+$/.test(line)) return 1;
  return /^-+$/.test(line) ? 2 : 0;
}

/** `## Words ##` → their depth and the words; undefined for any other line. */
export function heading(
  words: string,
  isWhole: boolean,
): { readonly depth: number; readonly text: string } | undefined {
  if (words[0] !== "#") return undefined;
  const depth = /^#{1,6}(?=[ \t]|$)/.exec(words.slice(0, 8))?.[0].length;
  if (depth === undefined) return undefined;
  const text = words.slice(depth).trimStart();
  if (!isWhole) return { depth, text };
  const line = trimEnd(text);
  let end = line.length;
  while (line[end - 1] === "#") end -= 1;
  const isClosed = end < line.length && (end === 0 || line[end - 1] === " " || line[end - 1] === "\t");
  return { depth, text: isClosed ? trimEnd(line.slice(0, end)) : text };
}

/** The marks that open a code block and the word behind them. */
export function fence(words: string): { readonly marks: string; readonly language: string | null } | undefined {
  const first = words[0];
  if (first !== "`" && first !== "~") return undefined;
  let length = 1;
  while (words[length] === first) length += 1;
  if (length < 3) return undefined;
  const info = words.slice(length);
  if (first === "`" && info.includes("`")) return undefined;
  return { marks: words.slice(0, length), language: info.trim().split(/\s/, 1)[0]?.slice(0, 40) || null };
}

/** Whether a line ends the code block that `marks` opened. */
export function endsFence(line: Line, marks: string): boolean {
  if (line.indent > 3) return false;
  const words = trimEnd(line.words());
  if (words.length < marks.length || !words.startsWith(marks)) return false;
  for (const char of words) if (char !== marks[0]) return false;
  return true;
}

/** Begins text that is shown as written. Returns what ends it; empty for a blank line. */
export function html(words: string): string | undefined {
  if (words[0] !== "<") return undefined;
  const found = /^<(?:!--|[!?]|\/?([a-zA-Z][a-zA-Z0-9]{0,20})(?=[\s/>]|$))/.exec(words.slice(0, 30));
  if (!found) return undefined;
  if (found[0] === "<!--") return "-->";
  if (found[0] === "<?") return "?>";
  if (found[0] === "<!") return words.startsWith("<![CDATA[") ? "]]>" : ">";
  const name = (found[1] ?? "").toLowerCase();
  if (verbatim.has(name) && words[1] !== "/") return `</${name}>`;
  return blockNames.has(name) ? "" : undefined;
}

const verbatim: ReadonlySet<string> = new Set(["script", "pre", "style", "textarea"]);
const blockNames: ReadonlySet<string> = new Set(
  (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link " +
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead " +
    "title tr track ul"
  ).split(" "),
);

/** Without spaces at the end, in one pass. */
export function trimEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === " " || text[end - 1] === "\t") end -= 1;
  return text.slice(0, end);
}
