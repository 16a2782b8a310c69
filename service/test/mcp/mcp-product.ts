import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";

/** A product's MCP server on a real port: two tools on one order, and others that misbehave as they are asked to. */
export interface McpProduct {
  readonly url: string;
  /** The orders that were refunded, in order, each with the key of its call. */
  readonly refunded: { readonly id: unknown; readonly key: unknown }[];
  /** Every request as `<method> <what>`, or the status that refused it. */
  readonly asked: string[];
  /** The required token; none when null. */
  token: string | null;
  /** Whether it keeps a protocol session between calls. */
  keepsSessions: boolean;
  /** Answers every request with this status instead. */
  broken: number | null;
  /** Answers a call of a tool with the body that this returns for the call's id. */
  malformed: ((id: number) => { readonly body: string; readonly type?: string; readonly status?: number }) | null;
  /** Lists this beside its tools. */
  alsoListed: object[];
  /** Lists its tools on this many pages. */
  pages: number;
  /** Answers a client that resumes a stream with the rest that this returns for its `Last-Event-ID`. */
  rest: ((lastEventId: string) => string) | null;
  /** Connections that are open now. */
  connections(): Promise<number>;
  /** Breaks them off. */
  cut(): void;
  close(): Promise<void>;
}

const inputSchema = { type: "object" } as const;
const tools = [
  { name: "list", description: "Lists the orders.", inputSchema },
  { name: "refund", description: "Refunds an order.", inputSchema },
  { name: "fail", description: "Fails.", inputSchema },
  { name: "refuse", description: "Is refused by the server.", inputSchema },
  { name: "echo", description: "Says which credentials came.", inputSchema },
  { name: "large", description: "Answers more than anybody takes.", inputSchema },
  { name: "hang", description: "Never answers.", inputSchema },
];

export async function openProduct(token: string | null = null): Promise<McpProduct> {
  const product = {
    token,
    keepsSessions: false,
    broken: null as number | null,
    malformed: null as McpProduct["malformed"],
    alsoListed: [] as object[],
    pages: 1,
    rest: null as McpProduct["rest"],
    refunded: [] as McpProduct["refunded"],
    asked: [] as string[],
  };
  const listener = createServer((request, response) => void answer(request, response));

  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const sessionOptions = (transport: () => StreamableHTTPServerTransport) => ({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id: string) => void sessions.set(id, transport()),
    onsessionclosed: () => void product.asked.push("end of session"),
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = request.headers.authorization;
    const status = product.broken ?? (product.token !== null && given !== `Bearer ${product.token}` ? 401 : null);
    if (status !== null) {
      product.asked.push(String(status));
      // A careless server: it quotes what it was sent.
      response.writeHead(status).end(`refused: ${given}`);
      return;
    }
    if (product.rest !== null && request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.end(product.rest(String(request.headers["last-event-id"])));
    }
    if (product.malformed !== null && request.method === "POST") {
      const sent = JSON.parse(await bodyOf(request)) as { method: string; id: number };
      if (sent.method !== "tools/call") return answerInitialization(response, sent);
      return answerAs(response, product.malformed(sent.id));
    }
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    if (known) return known.handleRequest(request, response);
    const server = mcpServer(product, given);
    const transport = new StreamableHTTPServerTransport(product.keepsSessions ? sessionOptions(() => transport) : {});
    if (!product.keepsSessions) response.on("close", () => void server.close());
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  }

  const port = await listening(listener);
  const close = async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  };
  onTestFinished(close);
  return Object.assign(product, {
    url: `http://127.0.0.1:${port}/mcp`,
    connections: () => new Promise<number>((resolve) => listener.getConnections((_, count) => resolve(count))),
    cut: () => listener.closeAllConnections(),
    close,
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

type Malformed = ReturnType<NonNullable<McpProduct["malformed"]>>;

function answerAs(response: ServerResponse, { body, type = "application/json", status = 200 }: Malformed): void {
  response.writeHead(status, body === "" ? {} : { "content-type": type }).end(body);
}

/** Initialization and list of tools, as the server below answers them. */
function answerInitialization(response: ServerResponse, { method, id }: { method: string; id?: number }): void {
  if (id === undefined) return void response.writeHead(202).end();
  const initialized = {
    protocolVersion: "2025-06-18",
    capabilities: { tools: {} },
    serverInfo: { name: "orders", version: "1" },
  };
  const result = method === "initialize" ? initialized : { tools };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

async function listening(listener: HttpServer): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return (listener.address() as AddressInfo).port;
}

function mcpServer(
  product: Pick<McpProduct, "refunded" | "asked" | "pages" | "alsoListed">,
  given: string | undefined,
): Server {
  const server = new Server({ name: "orders", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    product.asked.push("list of tools");
    const page = Number(params?.cursor ?? 1);
    if (page < product.pages) return { tools: [], nextCursor: String(page + 1) };
    return { tools: [...tools, ...(product.alsoListed as typeof tools)] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    product.asked.push(`call ${params.name}`);
    const say = (text: string) => ({ content: [{ type: "text" as const, text }] });
    switch (params.name) {
      case "list":
        return { ...say('{"orders":[{"id":1}]}'), structuredContent: { orders: [{ id: 1 }] } };
      case "refund":
        product.refunded.push({ id: params.arguments?.["id"], key: params._meta?.["service/idempotencyKey"] });
        return say("Refunded.");
      case "fail":
        return { ...say("There is no such order."), isError: true };
      case "echo":
        return say(`I was sent ${given}`);
      case "large":
        return say("x".repeat(5_000_000));
      case "hang":
        return new Promise<never>(() => undefined);
      default:
        throw new Error(`${params.name} is not for you, ${given}`);
    }
  });
  return server;
}
