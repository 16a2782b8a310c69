/**
 * Tools of the MCP servers that a session was created with.
 *
 * A fault of a server never fails the turn: it is a failed outcome of the call, with a code. The engine enforces
 * approvals (`turn-tools`); this file only states which tools need one. Only for Node: the app takes it as an
 * argument.
 */
import type { Clock } from "../clock.js";
import {
  refusedCall,
  type AgentTool,
  type CallContext,
  type ToolCall,
  type ToolContext,
  type ToolSource,
} from "../tools/tool.js";
import type { CallOptions } from "./call-server.js";
import { callTool } from "./call-tool.js";
import type { LineOptions } from "./line.js";
import { createListings } from "./listings.js";
import type { McpServer } from "./mcp-server.js";
import { separator, type LeftOutTool, type OfferedTool } from "./offered-tools.js";
import { faultOutcome } from "./outcome.js";

export interface McpToolsOptions {
  readonly clock: Clock;
  /** Whether servers may lie in private networks. @default false */
  readonly privateNetworks?: boolean | undefined;
  /** @default node:dns */
  readonly lookup?: LineOptions["lookup"];
  /** Called for each tool that no agent gets, whenever its server is listed. @default nothing */
  readonly onLeftOut?:
    | ((tool: LeftOutTool & { readonly serverId: string; readonly sessionId: string }) => void)
    | undefined;
}

export function mcpTools({ clock, privateNetworks = false, lookup, onLeftOut }: McpToolsOptions): ToolSource {
  const options: CallOptions = { clock, privateNetworks, lookup };
  const listings = createListings({
    ...options,
    onListed(sessionId, server, { leftOut }) {
      for (const tool of leftOut) onLeftOut?.({ ...tool, serverId: server.id, sessionId });
    },
  });

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
      return callTool(server, options, toolName, call, context);
    },

    explain(call, context) {
      const { server, toolName } = addressOf(call, context);
      const listing = server && listings.last(context.session.id, server);
      if (server === undefined || listing === undefined) return null;
      if ("fault" in listing) return faultOutcome(server, toolName, listing.fault);
      const leftOut = listing.leftOut.find((tool) => tool.toolName === toolName);
      if (leftOut === undefined) return null;
      return refusedCall(`${toolName} of ${server.name} cannot be called: it ${leftOut.reason}.`, "tool_unknown");
    },
  };
}

function agentTool(server: McpServer, { toolName, name, description, inputSchema, readOnly }: OfferedTool): AgentTool {
  const { requireApproval } = server;
  return {
    name: `${server.id}${separator}${name}`,
    description,
    inputSchema,
    needsApproval: typeof requireApproval === "boolean" ? requireApproval : requireApproval.includes(toolName),
    ...(readOnly && { readOnly }),
    // The server may later have a tool of the very name that this one is given here.
    ...(name !== toolName && { origin: `${originPrefix}${toolName}` }),
  };
}

const originPrefix = "tool ";

/** An id contains no separator, so the first one ends it, whatever the tool's name. */
function addressOf({ name }: Pick<ToolCall, "name">, { session, origin }: ToolContext & Pick<CallContext, "origin">) {
  const end = name.indexOf(separator);
  const server = end === -1 ? undefined : session.mcpServers.find(({ id }) => id === name.slice(0, end));
  const toolName =
    origin?.startsWith(originPrefix) === true ? origin.slice(originPrefix.length) : name.slice(end + separator.length);
  return { server, toolName };
}
