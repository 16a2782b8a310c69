import { withInitialisms } from "../../foundation/initialisms.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { Messages } from "../../strings/messages.js";

/**
 * A tool's display name: in its row, on the approval card, and in announcements. In sentence case:
 * `server__search_docs` and `searchDocs` → `Search docs`. A type of a provider's calls has words in the catalogue.
 */
export function toolName(name: string, words?: Pick<Messages["tool"], "named">): string {
  const known = words?.named(name);
  if (known !== undefined) return known;
  const text = inWords(leafOf(name));
  return visibleText(text === "" ? name : text);
}

/** An identifier in sentence case: `inStock` and `in_stock` → `In stock`, `order_id` → `Order ID`, `HTMLBody` → `HTML body`. */
export function inWords(identifier: string): string {
  const parts = identifier.replace(/([A-Z]+)([a-z]*)/g, (part, capitals: string, rest: string, at: number) => {
    const gap = /[a-z\d]/.test(identifier.charAt(at - 1)) ? " " : "";
    if (capitals.length === 1) return gap === "" ? part : gap + part.toLowerCase();
    // The last of three capitals begins the next word, unless only a plural follows.
    const isNextWord = capitals.length > 2 && rest.length > 1;
    return gap + (isNextWord ? `${capitals.slice(0, -1)} ${capitals.slice(-1).toLowerCase()}${rest}` : part);
  });
  const text = withInitialisms(parts.replace(/[_-]+/g, " ").trim());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whose tool it is, as its name has it: `server` of `server__search`. Null for a tool of the service itself. */
export function sourceOf(name: string): string | null {
  const end = name.lastIndexOf("__");
  return end > 0 ? visibleText(name.slice(0, end)) : null;
}

/** The tool's own name, after its server's. */
export function leafOf(name: string): string {
  return name.split("__").at(-1) || name;
}
