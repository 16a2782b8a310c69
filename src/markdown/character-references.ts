const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  copy: "©",
  reg: "®",
  trade: "™",
  times: "×",
  larr: "←",
  rarr: "→",
  bull: "•",
  middot: "·",
  deg: "°",
  euro: "€",
};

const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/;
const references = new RegExp(reference, "g");
const here = new RegExp(reference, "y");

/** The usual character references as characters; others stay as they are written. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(references, decode);
}

/** The reference that begins at a place, decoded; undefined when none does. */
export function referenceAt(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  here.lastIndex = at;
  const found = here.exec(text);
  return found ? { text: decode(...(found as unknown as Parameters<typeof decode>)), end: here.lastIndex } : undefined;
}

function decode(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}
