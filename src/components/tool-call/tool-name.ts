import { visibleText } from "../../foundation/visible-text.js";

/**
 * A tool's display name: in its row, on the approval card, and in announcements. In sentence case:
 * `server__search_docs` and `searchDocs` → `Search docs`.
 */
export function toolName(name: string): string {
  const text = inWords(leafOf(name));
  return visibleText(text === "" ? name : text);
}

/** An identifier in sentence case: `inStock` and `in_stock` → `In stock`, `orderID` → `Order ID`. */
export function inWords(identifier: string): string {
  const text = identifier
    .replace(/([a-z\d])([A-Z]{2,})(?![A-Za-z])/g, "$1 $2")
    .replace(/([a-z\d])([A-Z])(?![A-Z])/g, (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`)
    .replace(/[_-]+/g, " ")
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The tool's own name, after its server's. */
export function leafOf(name: string): string {
  return name.split("__").at(-1) || name;
}
