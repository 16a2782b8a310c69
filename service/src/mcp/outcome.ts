import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { refusedCall, type ToolOutcome } from "../tools/tool.js";
import { hideSecrets } from "./hide-secrets.js";
import { McpFault, invalidAnswer } from "./mcp-fault.js";
import type { McpServer } from "./mcp-server.js";

/** Converts a server's result into the outcome for log and agent: structured data when present, else its parts. */
export function outcomeOf(server: McpServer, result: CallToolResult): ToolOutcome {
  const { isError } = result;
  const content = withoutSecrets(server, result.content);
  const structuredContent = withoutSecrets(server, result.structuredContent);
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (isError === true) {
    const words = texts.join("\n").trim();
    return refusedCall(words === "" ? `${server.name} says that it failed, and no more.` : words, "mcp_tool_failed");
  }
  if (structuredContent === undefined) return { output: { content } };
  return { output: texts.length === content.length ? structuredContent : { content, structuredContent } };
}

/** Outcome of a call without a result. Rejected credentials are also reported as an event. */
export function faultOutcome(server: McpServer, toolName: string, error: Error): ToolOutcome {
  // Reading a result may exhaust the stack.
  if (error instanceof RangeError) return faultOutcome(server, toolName, invalidAnswer(server));
  if (!(error instanceof McpFault)) return refusedCall(withoutSecrets(server, error.message), "mcp_tool_failed");
  const outcome = refusedCall(error.message, error.code);
  if (error.reason === null) return outcome;
  const providerDomain = new URL(server.url).hostname;
  const payload = { serverId: server.id, toolName, providerDomain, reason: error.reason };
  return { ...outcome, events: [{ type: "tool.auth_needed", payload }] };
}

/** Shorter ones are no secrets, and would be found everywhere. */
const shortestSecret = 8;

/** Redacts the server's header values: a server that echoes one would put it into the log. */
export function withoutSecrets<T>(server: McpServer, value: T): T {
  const secrets = Object.values(server.headers)
    .flatMap((header) => [header, header.slice(header.indexOf(" ") + 1)])
    .filter((secret) => secret.length >= shortestSecret);
  return hideSecrets(secrets, value);
}
