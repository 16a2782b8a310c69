/**
 * Tools of the MCP servers that a session was created with.
 *
 * A fault of a server never fails the turn: it is a failed outcome of the call, with a code. The engine enforces
 * approvals (`turn-tools`); this file only states which tools need one. Only for Node: the app takes it as an
 * argument.
 */
import { CallToolResultSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Clock } from "../clock.js";
import { isRecord } from "../sessions/is-record.js";
import { refusedCall, type AgentTool, type ToolCall, type ToolContext, type ToolSource } from "../tools/tool.js";
import { callServer, type CallOptions } from "./call-server.js";
import type { LineOptions } from "./line.js";
import { createListings } from "./listings.js";
import type { McpServer } from "./mcp-server.js";
import { faultOutcome, outcomeOf } from "./outcome.js";

export interface McpToolsOptions {
  readonly clock: Clock;
  /** Whether servers may lie in private networks. @default false */
  readonly privateNetworks?: boolean | undefined;
  /** @default node:dns */
  readonly lookup?: LineOptions["lookup"];
}

/** Key in `_meta` with the call's idempotency key, by which a server recognises a request that arrives twice. */
const idempotencyKey = "service/idempotencyKey";

const separator = "__";

export function mcpTools({ clock, privateNetworks = false, lookup }: McpToolsOptions): ToolSource {
  const options: CallOptions = { clock, privateNetworks, lookup };
  const listings = createListings(options);

  return {
    async tools({ session, signal }) {
      const lists = session.mcpServers.map(async (server) => {
        const listing = await listings.list(session.id, server, signal);
        return "fault" in listing ? [] : listing.tools.map((tool) => agentTool(server, tool));
      });
      return (await Promise.all(lists)).flat();
    },

    // Whether or not it can be listed: a server that is down, and a tool that is not allowed, make no name free.
    owns: (name, context) => addressOf({ name }, context).server !== undefined,

    async call(call, context) {
      const { server, toolName } = addressOf(call, context);
      if (server === undefined) throw new Error(`A call of ${call.name} came here, whose server the session lacks.`);
      if (!isRecord(call.arguments)) {
        return refusedCall(`${call.name} takes an object of named arguments.`, "arguments_invalid");
      }
      const params = {
        name: toolName,
        arguments: { ...call.arguments },
        _meta: { [idempotencyKey]: `${context.session.id}:${call.id}` },
      };
      try {
        const result = await callServer(server, options, context.signal, ({ client, request }) =>
          client.request({ method: "tools/call", params }, CallToolResultSchema, request),
        );
        return outcomeOf(server, result);
      } catch (error) {
        context.signal.throwIfAborted();
        return faultOutcome(server, toolName, error as Error);
      }
    },

    explain(call, context) {
      const { server, toolName } = addressOf(call, context);
      const listing = server && listings.last(context.session.id, server);
      return server && listing && "fault" in listing ? faultOutcome(server, toolName, listing.fault) : null;
    },
  };
}

function agentTool(server: McpServer, { name, description = "", inputSchema, annotations }: Tool): AgentTool {
  const { requireApproval } = server;
  return {
    name: `${server.id}${separator}${name}`,
    description,
    inputSchema,
    needsApproval: typeof requireApproval === "boolean" ? requireApproval : requireApproval.includes(name),
    ...(annotations?.readOnlyHint === true && { readOnly: true }),
  };
}

/** An id contains no separator, so the first one ends it, whatever the tool's name. */
function addressOf({ name }: Pick<ToolCall, "name">, { session }: ToolContext) {
  const end = name.indexOf(separator);
  const server = end === -1 ? undefined : session.mcpServers.find(({ id }) => id === name.slice(0, end));
  return { server, toolName: name.slice(end + separator.length) };
}
