const allowed: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/**
 * An address that may be followed, or undefined. Only whole http, https and mailto addresses are; what a browser would
 * read as another scheme, or against the page's own address, is not.
 */
export function safeHref(href: string): string | undefined {
  try {
    const url = new URL(href);
    return allowed.has(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

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

/** The usual character references as characters; others stay as they are written. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name as string] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "\ufffd";
  });
}
