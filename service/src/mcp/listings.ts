import { ListToolsResultSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { callServer, type CallOptions } from "./call-server.js";
import type { McpServer } from "./mcp-server.js";
import { offeredTools, type Offer } from "./offered-tools.js";

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
      return offeredTools(server, await listTools(server, options, signal));
    } catch (error) {
      signal.throwIfAborted();
      return { fault: error as Error };
    }
  }

  return {
    async list(sessionId, server, signal) {
      const key = keyOf(sessionId, server);
      const known = kept.get(key);
      if (known && "tools" in known.listing && clock.now() - known.at < freshMs) return known.listing;
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

/** Page by page, as far as the bounds go. */
export function listTools(server: McpServer, options: CallOptions, signal: AbortSignal): Promise<Tool[]> {
  return callServer(server, options, signal, async ({ client, request }) => {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method: "tools/list", params }, ListToolsResultSchema, request);
      tools.push(...answer.tools);
      cursor = answer.nextCursor;
      if (cursor === undefined || tools.length >= mostTools) break;
    }
    return tools.slice(0, mostTools);
  });
}
