import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "../sessions/is-record.js";
import { refusedCall, type ToolCall, type ToolContext, type ToolOutcome } from "../tools/tool.js";
import { callServer, type CallOptions } from "./call-server.js";
import type { McpServer } from "./mcp-server.js";
import { faultOutcome, outcomeOf } from "./outcome.js";

/** Key in `_meta` with the call's idempotency key, by which a server recognises a request that arrives twice. */
const idempotencyKey = "service/idempotencyKey";

/** Calls a tool of a server, by the tool's name there. A fault of the server is a failed outcome. */
export async function callTool(
  server: McpServer,
  options: CallOptions,
  toolName: string,
  call: ToolCall,
  { session, signal }: ToolContext,
): Promise<ToolOutcome> {
  const { id, name, arguments: given } = call;
  if (!isRecord(given)) return refusedCall(`${name} takes an object of named arguments.`, "arguments_invalid");
  const params = {
    name: toolName,
    arguments: { ...given },
    _meta: { [idempotencyKey]: callKey(session, id) },
  };
  try {
    const result = await callServer(server, options, signal, ({ client, request }) =>
      client.request({ method: "tools/call", params }, CallToolResultSchema, request),
    );
    return outcomeOf(server, result);
  } catch (error) {
    signal.throwIfAborted();
    return faultOutcome(server, toolName, error as Error);
  }
}

/** Names a call to others: the same in every attempt, and another one for each call. */
export function callKey(session: ToolContext["session"], callId: string): string {
  return `${session.id}:${callId}`;
}
