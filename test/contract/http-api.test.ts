import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { ServiceClient } from "../../src/api/service-client.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { createBackend, type Backend } from "../support/backend.js";
import { browserReach, httpApiContract, wholeReach, type ApiUnderTest } from "./http-api-contract.js";

type Handler = (request: Request) => Promise<Response>;

/** Where a client's requests go to, and how that ends. */
interface Way {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

const inProcess = async (handler: Handler): Promise<Way> => ({
  baseUrl: "http://in-process.test",
  fetch: inProcessFetch(handler),
  close: async () => {},
});

async function overSocket(handler: Handler): Promise<Way> {
  const server = createServer(toNodeHandler(handler));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fetch: globalThis.fetch,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Adds an unknown field to the query and body of every request (`protocol.md` §0.1, 3). */
async function saying(handler: Handler): Promise<Way> {
  const way = await inProcess(handler);
  const say: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.searchParams.set("ofTomorrow", "1");
    const { body } = init ?? {};
    if (typeof body !== "string") return way.fetch(url.href, init);
    return way.fetch(url.href, { ...init, body: JSON.stringify({ ...JSON.parse(body), ofTomorrow: { a: [1] } }) });
  };
  return { ...way, fetch: say };
}

async function makeDirect(connect: (handler: Handler) => Promise<Way>): Promise<ApiUnderTest> {
  const backend = await createBackend();
  const way = await connect((request) => backend.fetch(request));
  const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  const { apiKey } = backend.app;
  const client = new ServiceClient({ baseUrl: way.baseUrl, fetch: way.fetch, apiKey, workspaceId });
  return finish(backend, way, client, workspaceId);
}

async function makeProxied(connect: (handler: Handler) => Promise<Way>): Promise<ApiUnderTest> {
  const backend = await createBackend();
  const way = await connect(backend.proxy({ createSession: () => ({}) }));
  const workspaceId = await backend.service.workspaceId({ tenant: "acme" });
  const baseUrl = `${way.baseUrl}/api/service`;
  const client = new ServiceClient({ baseUrl, fetch: way.fetch, headers: { "x-user": "ana", "x-tenant": "acme" } });
  return finish(backend, way, client, workspaceId);
}

async function finish(backend: Backend, way: Way, client: ServiceClient, workspaceId: string): Promise<ApiUnderTest> {
  const foreign = await backend.service.chat({ tenant: "acme", user: "ben", conversation: "c" });
  await foreign.send("/say hi");
  const close = async () => {
    await way.close();
    await backend.close();
  };
  return { client, workspaceId, foreignSessionId: foreign.sessionId, close };
}

for (const [where, connect] of [
  ["in process", inProcess],
  ["over a socket", overSocket],
  ["with fields that nobody knows", saying],
] as const) {
  const direct = `from the SDK to the service ${where}`;
  httpApiContract(direct, () => makeDirect(connect));
  wholeReach(direct, () => makeDirect(connect));
  const proxied = `from the SDK through the proxy ${where}`;
  httpApiContract(proxied, () => makeProxied(connect));
  browserReach(proxied, () => makeProxied(connect));
}
