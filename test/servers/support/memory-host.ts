/**
 * A host in a process of its own: chat handler and proxy behind the Node adapter, over a service at `SERVICE_URL`. It
 * prints its port, and its memory after a collection for each line of input.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { Service } from "../../../src/server/handler/service.js";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";

const env = (name: string): string => process.env[name] ?? "";
const service = new Service({
  baseUrl: env("SERVICE_URL"),
  apiKey: env("SERVICE_KEY"),
  organizationId: env("SERVICE_ORGANIZATION"),
  source: "memory",
});
const resolve = (request: Request) => {
  const user = request.headers.get("x-user");
  return user === null ? new Response(null, { status: 401 }) : { tenant: "acme", user };
};
// Patience is what a test need not wait for.
const options = { resolve, bodyTimeoutMs: 1_000, onError: () => {} };
const chat = createChatHandler(service, options);
const proxy = createSessionProxy(service, options);
const mount = toNodeHandler((request) => (request.url.includes("/v1/") ? proxy(request) : chat(request)), {
  stalledMs: 1_000,
});
let arrived = 0;
let open = 0;
const server = createServer((request, response) => {
  arrived += 1;
  open += 1;
  response.once("close", () => (open -= 1));
  void mount(request, response);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

process.stdin.on("data", () => {
  global.gc?.();
  global.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stdout.write(`${JSON.stringify({ rss, held: heapUsed + external, open, arrived })}\n`);
});
