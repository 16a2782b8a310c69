/** The tools of a server as a session's agent may have them: allowed ones, named and bounded. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { cutWhole } from "../sessions/cut-whole.js";
import { isTooDeep } from "../sessions/json-depth.js";
import { maxToolNameLength } from "../tools/tool-name.js";
import type { McpServer } from "./mcp-server.js";
import { withoutSecrets } from "./outcome.js";
import { uniqueNames } from "./tool-names.js";

export interface OfferedTool {
  /** Its name for the server. */
  readonly toolName: string;
  /** Its name for the agent, behind the server's id. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly: boolean;
}

export interface LeftOutTool {
  /** Its name for the server, without secrets. */
  readonly toolName: string;
  /** Why no agent gets it, as the end of a sentence about it. */
  readonly reason: string;
}

export interface Offer {
  readonly tools: readonly OfferedTool[];
  readonly leftOut: readonly LeftOutTool[];
}

/** Between a server's id and the name of its tool. */
export const separator = "__";

/** The most of one tool (characters). All of it is in each request to a model. */
const most = { name: 128, description: 8_192, schema: 32_768 } as const;

export function offeredTools(server: McpServer, listed: readonly Tool[]): Offer {
  const { id, allowedTools } = server;
  // The first of two with one name, as a call of the name reaches one tool.
  const each = listed.filter(({ name }, at) => listed.findIndex((other) => other.name === name) === at);
  const allowed = each.filter(({ name }) => allowedTools === null || allowedTools.includes(name));
  const leftOut: LeftOutTool[] = [];
  const fit = allowed.filter((tool) => {
    const reason = misfitOf(server, tool);
    if (reason !== null) leftOut.push({ toolName: shownName(server, tool.name), reason });
    return reason === null;
  });
  const names = uniqueNames(
    fit.map(({ name }) => ({ operationKey: name, wish: name })),
    { longest: maxToolNameLength - id.length - separator.length, keepsNames: true },
  );
  const own = new Set(fit.map(({ name }) => name));
  const tools: OfferedTool[] = [];
  for (const tool of fit) {
    const name = names.get(tool.name) ?? tool.name;
    // A server may name a tool as another one of its tools would be called.
    if (name !== tool.name && own.has(name)) {
      leftOut.push({ toolName: tool.name, reason: `would be called ${name}, as another one of its server's` });
    } else tools.push(offered(server, tool, name));
  }
  return { tools, leftOut };
}

/** The name of a tool of the server, for a note: without secrets, and not too long. */
export function shownName(server: McpServer, name: string): string {
  return cutWhole(withoutSecrets(server, name), most.name);
}

function offered(server: McpServer, { name: toolName, annotations, ...tool }: Tool, name: string): OfferedTool {
  const { description = "", inputSchema } = withoutSecrets(server, {
    description: tool.description,
    inputSchema: tool.inputSchema,
  });
  return { toolName, name, description, inputSchema, readOnly: annotations?.readOnlyHint === true };
}

/** Null for a tool that can be offered. */
function misfitOf(server: McpServer, { name, description = "", inputSchema }: Tool): string | null {
  // The name is in the log and at the model, so it cannot be hidden and called.
  if (withoutSecrets(server, name) !== name) return "has the value of one of the server's headers in its name";
  if (name.length > most.name) return `has a name of more than ${most.name} characters`;
  if (description.length > most.description) return `has a description of more than ${most.description} characters`;
  const schema = textOf(inputSchema);
  if (schema === null || isTooDeep(schema)) return "has an input schema that nests too deep";
  return schema.length > most.schema ? `has an input schema of more than ${most.schema} characters` : null;
}

/** Null for a schema that exhausts the stack. */
function textOf(schema: object): string | null {
  try {
    return JSON.stringify(schema);
  } catch {
    return null;
  }
}
