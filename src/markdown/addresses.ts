/** Addresses without brackets: `https://…`, `www.…` and `name@host`. */
export interface Found {
  readonly from: number;
  readonly end: number;
  readonly href: string;
}

/**
 * Finds a web address by the end of its scheme, or by its `www.`, at `at`; undefined when there is none. A null
 * `href` means that no address ends before `end` either, so a run of letters is read once.
 */
// oxlint-disable-next-line complexity -- the conditions of GFM, in order
export function webAddress(
  text: string,
  at: number,
  least: number,
  isInBrackets: boolean,
): Found | { readonly from: number; readonly end: number; readonly href: null } | undefined {
  const isWww = text[at] !== ":";
  const from = isWww ? at : at - schemeBefore(text, at, least);
  if (from === at && !isWww) return undefined;
  // GFM: at the beginning, or behind a space or one of * _ ~ (
  if (from > 0 && !/[\s*_~(]/.test(text[from - 1] ?? "")) return undefined;
  const start = isWww ? at : at + 3;
  if (!/[\w\u0080-\uffff]/.test(text[start] ?? "")) return undefined;
  host.lastIndex = start;
  const domain = (host.exec(text)?.[0] ?? "").replace(/[.]+$/, "");
  const labels = domain.split(".");
  const isHost = domain !== "" && !labels.slice(-2).some((label) => label === "" || label.includes("_"));
  if (!isHost || (isWww && labels.length < 2)) return { from: at, end: Math.max(host.lastIndex, start), href: null };
  const end = trimEnd(text, start, endOfRun(text, start, isInBrackets));
  if (end < start + domain.length) return undefined;
  const shown = text.slice(from, end);
  return { from, end, href: isWww ? `http://${shown}` : shown };
}

const host = /[\w\u0080-\uffff.-]{0,255}/y;

function schemeBefore(text: string, at: number, least: number): number {
  const before = text.slice(Math.max(least, at - 5), at).toLowerCase();
  if (before.endsWith("https")) return 5;
  return before.endsWith("http") ? 4 : 0;
}

function endOfRun(text: string, from: number, isInBrackets: boolean): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) > 0x20 && text[at] !== "<") {
    if (isInBrackets && text[at] === "]") break;
    at += 1;
  }
  return at;
}

/** Without punctuation at the end, and without closing brackets that were not opened within. */
function trimEnd(text: string, from: number, to: number): number {
  let surplus = 0;
  for (let at = from; at < to; at += 1) {
    if (text[at] === ")") surplus += 1;
    else if (text[at] === "(") surplus -= 1;
  }
  let end = to;
  while (end > from) {
    const last = text[end - 1] ?? "";
    if (last === ")") {
      if (surplus <= 0) break;
      surplus -= 1;
      end -= 1;
    } else if (last === ";") {
      const reference = /&[a-zA-Z0-9]{1,20};$/.exec(text.slice(Math.max(from, end - 24), end));
      end -= reference ? reference[0].length : 1;
    } else if ("?!.,:*_~'\"".includes(last)) end -= 1;
    else break;
  }
  return end;
}

/** The mail address around the `@` at a place; it begins no earlier than `least`. */
export function mailAddress(text: string, at: number, least: number): Found | undefined {
  let from = at;
  while (from > least && /[\w.+-]/.test(text[from - 1] ?? "")) from -= 1;
  let end = at + 1;
  while (end < text.length && /[\w.-]/.test(text[end] ?? "")) end += 1;
  while (end > at + 1 && text[end - 1] === ".") end -= 1;
  const host = text.slice(at + 1, end);
  if (from === at || !host.includes(".") || /[-_]$/.test(host) || host.startsWith(".")) return undefined;
  return { from, end, href: `mailto:${text.slice(from, end)}` };
}
