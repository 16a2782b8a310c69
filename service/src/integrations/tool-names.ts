/** Names of tools as models take them, with the integration's key before them. */
import * as names from "../mcp/tool-names.js";
import { maxToolNameLength } from "../tools/tool-name.js";
import { maxInstanceKeyLength, separator } from "./instance-key.js";

const longest = maxToolNameLength - maxInstanceKeyLength - separator.length;

/** An id that is the same for the operation in every version of a source. */
export function toolId(operationKey: string): string {
  return `op_${names.sha256(operationKey).slice(0, 20)}`;
}

export function uniqueNames(operations: readonly names.Wish[]): Map<string, string> {
  return names.uniqueNames(operations, { longest });
}
