import { ResultSchema, ToolSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { isRecord } from "../sessions/is-record.js";
import { callServer, type CallOptions } from "./call-server.js";
import { invalidAnswer } from "./mcp-fault.js";
import type { McpServer } from "./mcp-server.js";
import { offeredTools, shownName, type LeftOutTool, type Offer } from "./offered-tools.js";

/** Which tools a server has for a session, or why it is not known. */
export type Listing = Offer | { readonly fault: Error };

/** How long a list is used before it is requested again (ms). */
const freshMs = 60_000;
/** How many lists are kept; the oldest make room. */
const mostKept = 500;
const mostTools = 128;
const mostPages = 16;

export interface ListingsOptions extends CallOptions {
  /** Called for each list that a server gave. */
  readonly onListed: (sessionId: string, server: McpServer, offer: Offer) => void;
}

export interface Listings {
  /** Lists the server's tools; the result is cached for a while, a fault is not. */
  list(sessionId: string, server: McpServer, signal: AbortSignal): Promise<Listing>;
  /** Result of the last listing. */
  last(sessionId: string, server: McpServer): Listing | undefined;
}

export function createListings(options: ListingsOptions): Listings {
  const kept = new Map<string, { readonly at: number; readonly listing: Listing }>();
  const { clock, onListed } = options;

  async function ask(server: McpServer, signal: AbortSignal): Promise<Listing> {
    try {
      const { tools, malformed } = await listTools(server, options, signal);
      const offer = offeredTools(server, tools);
      const allowed = malformed.filter(({ toolName }) => server.allowedTools?.includes(toolName) !== false);
      return { ...offer, leftOut: [...allowed, ...offer.leftOut] };
    } catch (error) {
      signal.throwIfAborted();
      return { fault: error as Error };
    }
  }

  return {
    async list(sessionId, server, signal) {
      const key = keyOf(sessionId, server);
      const known = kept.get(key);
      // A clock that was set back makes no list fresh for longer.
      if (known && "tools" in known.listing && Math.abs(clock.now() - known.at) < freshMs) return known.listing;
      const listing = await ask(server, signal);
      if ("tools" in listing) onListed(sessionId, server, listing);
      kept.delete(key);
      kept.set(key, { at: clock.now(), listing });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return listing;
    },
    last: (sessionId, server) => kept.get(keyOf(sessionId, server))?.listing,
  };
}

/** Other credentials may see other tools. */
function keyOf(sessionId: string, { id, credentialVersion }: McpServer): string {
  return `${sessionId} ${id} ${credentialVersion}`;
}

interface ServerTools {
  readonly tools: readonly Tool[];
  /** Those whose description breaks the protocol. */
  readonly malformed: readonly LeftOutTool[];
}

/** Page by page, as far as the bounds go. */
export function listTools(server: McpServer, options: CallOptions, signal: AbortSignal): Promise<ServerTools> {
  return callServer(server, options, signal, async ({ client, request }) => {
    const listed: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const { tools, nextCursor } = await client.request({ method: "tools/list", params }, ResultSchema, request);
      if (!Array.isArray(tools)) throw invalidAnswer(server);
      listed.push(...(tools as unknown[]));
      if (typeof nextCursor !== "string" || listed.length >= mostTools) break;
      cursor = nextCursor;
    }
    return sorted(server, listed.slice(0, mostTools));
  });
}

function sorted(server: McpServer, listed: readonly unknown[]): ServerTools {
  const tools: Tool[] = [];
  const malformed: LeftOutTool[] = [];
  for (const tool of listed) {
    const { data, error } = ToolSchema.safeParse(tool);
    if (data) tools.push(data);
    // The names of the protocol's own fields: below them, a server may quote what it was sent.
    else
      malformed.push({ toolName: nameOf(server, tool), reason: `is malformed: ${String(error.issues[0]?.path[0])}` });
  }
  return { tools, malformed };
}

function nameOf(server: McpServer, tool: unknown): string {
  if (!isRecord(tool) || typeof tool["name"] !== "string") return "(a tool without a name)";
  return shownName(server, tool["name"]);
}
