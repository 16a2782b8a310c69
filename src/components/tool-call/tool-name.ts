import { visibleText } from "../../foundation/visible-text.js";

/**
 * What a tool is called wherever it is named: in its row, on the card that asks for it, and aloud. `server__search_docs` →
 * `search docs`.
 */
export function toolName(name: string): string {
  return visibleText(leafOf(name).replace(/[_-]+/g, " ").trim() || name);
}

/** The tool's own name, after its server's. */
export function leafOf(name: string): string {
  return name.split("__").at(-1) || name;
}
