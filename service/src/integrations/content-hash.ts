import { canonicalJson } from "../sessions/canonical-json.js";
import type { Surface } from "./surface.js";
import { sha256 } from "../mcp/tool-names.js";

/** SHA-256 of everything that a person agrees to: what the tools are, how they are called, where, and with what secret. */
export function contentHash({ baseUrl, auth, tools }: Surface): string {
  return sha256(canonicalJson({ baseUrl, auth, tools }) ?? "");
}

/** One for one with the content, so that previews need not be kept. */
export function revisionOf(contentSha256: string): string {
  return `rev_${contentSha256.slice(0, 32)}`;
}
