import type { ToolCallItem } from "../../timeline/items.js";
import { readValue, type ReadableValue } from "./readable-value.js";

/** A picture or a file that a call returned. */
export type ToolResult = Extract<ReadableValue, { kind: "image" | "file" }>;

const known = new WeakMap<ToolCallItem, readonly ToolResult[]>();
const none: readonly ToolResult[] = [];
/** A result with more pictures and files than this is browsed in the details of its step. */
const mostResults = 12;

/** The pictures and files that a completed call returned. A screenshot shows how the agent works, so it is no result. */
export function resultsOf(item: ToolCallItem): readonly ToolResult[] {
  if (item.status !== "complete" || !mayHaveResults(item.output)) return none;
  // Reading a long output costs time; an item never changes.
  const found = known.get(item) ?? collect(readValue(item.output));
  known.set(item, found);
  return found.length > mostResults ? none : found;
}

function mayHaveResults(output: unknown): boolean {
  return typeof output === "string" ? /"file"|image/.test(output) : typeof output === "object" && output !== null;
}

function collect(value: ReadableValue): readonly ToolResult[] {
  switch (value.kind) {
    case "file":
      return [value];
    case "image":
      return value.isScreen || !isShown(value) ? none : [value];
    case "parts":
      return value.parts.flatMap(collect);
    case "list":
      return value.items.flatMap(collect);
    case "fields":
      return value.fields.flatMap(([, field]) => (typeof field === "object" && field !== null ? collect(field) : []));
    case "empty":
    case "text":
    case "code":
    case "terminal":
    case "diff":
    case "table":
    case "json":
      return none;
  }
}

/** An address elsewhere is never loaded, so there is nothing to show. */
function isShown({ image }: Extract<ReadableValue, { kind: "image" }>): boolean {
  return "data" in image || image.url.startsWith("data:") || image.url.includes("/files/");
}
