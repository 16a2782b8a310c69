import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface AskedRequest {
  readonly method: string;
  /** As it was sent, with its query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A product's API on a real port. It keeps orders, quotes what it was sent, and misbehaves as it is asked to. */
export interface OrdersApi {
  readonly url: string;
  readonly asked: AskedRequest[];
  /** Its description at `/openapi.json`. */
  document: Readonly<Record<string, unknown>>;
  /** The key that it requires. */
  key: string | null;
  close(): Promise<void>;
}

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const body = { content: { "application/json": { schema: { type: "object" } } } };

export const ordersDocument = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  servers: [{ url: "/" }],
  security: [{ key: [] }],
  paths: {
    "/orders": {
      get: { operationId: "listOrders", parameters: [{ name: "status", in: "query" }] },
      post: { operationId: "createOrder", requestBody: body },
    },
    "/orders/{id}": {
      parameters: [id, { name: "X-Note", in: "header" }],
      get: { operationId: "getOrder" },
      delete: { operationId: "deleteOrder" },
    },
    "/odd/{id}": { parameters: [id], get: { operationId: "odd" } },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
};

const oddTexts = new Map([
  ["/odd/large", JSON.stringify("x".repeat(5_000_000))],
  ["/odd/text", `plain ${"y".repeat(100_000)}`],
  ["/odd/deep", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
]);

export async function openOrdersApi(key: string | null = null): Promise<OrdersApi> {
  const asked: AskedRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers, body: Buffer.concat(pieces).toString("utf8") });
    const send = (status: number, text: string, type = "application/json") =>
      void response.writeHead(status, { "content-type": type }).end(text);
    if (url === "/openapi.json") return send(200, JSON.stringify(api.document));
    if (api.key !== null && headers["x-api-key"] !== api.key)
      return send(401, `bad key ${String(headers["x-api-key"])}`, "text/plain");
    if (url === "/odd/redirect") return void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    const text = oddTexts.get(url);
    if (text !== undefined) return send(200, text, text.startsWith("plain") ? "text/plain" : undefined);
    if (url === "/odd/bytes")
      return void response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from([0, 255, 1]));
    if (url === "/odd/fail") return send(500, "it broke", "text/plain");
    if (url === "/odd/hang") return;
    if (url === "/odd/cut") {
      response.writeHead(200, { "content-length": "100" }).write("part");
      return void setImmediate(() => response.destroy());
    }
    // A careless API: it quotes the key that it was sent.
    send(200, JSON.stringify({ method, url, key: headers["x-api-key"] ?? null }));
  }

  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const api: OrdersApi = { url, asked, document: ordersDocument, key, close };
  return api;
}
