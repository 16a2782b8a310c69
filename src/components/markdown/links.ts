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
