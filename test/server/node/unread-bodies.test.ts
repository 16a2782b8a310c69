import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { toNodeHandler } from "../../../src/server/node/to-node-handler.js";
import { createSessionProxy } from "../../../src/server/proxy/create-session-proxy.js";
import { createManualClock, type ManualClock } from "../../../src/testing/manual-clock.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let backend: Backend;
let clock: ManualClock;
let server: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  clock = createManualClock();
  backend = await createBackend({ clock });
  const chat = createChatHandler(backend.service, { resolve: resolveHeaders });
  const proxy = createSessionProxy(backend.service, { resolve: resolveHeaders, basePath: "/api/service" });
  const isProxied = (request: Request) => new URL(request.url).pathname.startsWith("/api/service/");
  server = createServer(toNodeHandler((request) => (isProxied(request) ? proxy(request) : chat(request))));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
  await backend.close();
});

const paths = ["/api/chat", "/api/service/v1/workspaces/current/sessions/s1/events"];

function write(path: string, headers: readonly string[], body: Buffer | string): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  socket.write([`POST ${path} HTTP/1.1`, "Host: app.product.test", ...headers, "", ""].join("\r\n"));
  socket.write(body);
  return socket;
}

/** The status of the first answer, read as far as its first bytes. */
async function statusOf(socket: Socket): Promise<number> {
  const [first] = (await once(socket, "data")) as [Buffer];
  return Number(first.toString().split(" ")[1]);
}

const json = "Content-Type: application/json";
const ana = ["X-User: ana", "X-Service-Conversation: c1"];

describe("through the Node adapter, a write without a sign-in", () => {
  it("uses hardly any memory when 300 of them stay open with most of their bodies sent", async () => {
    const half = Buffer.alloc(250_000, 32);
    collect();
    const before = process.memoryUsage();
    const open = Array.from({ length: 300 }, (_none, index) =>
      write(paths[index % 2] ?? "", [json, "Content-Length: 1000000"], half),
    );
    const statuses = await Promise.all(open.map(statusOf));
    expect(new Set(statuses)).toEqual(new Set([401]));
    collect();
    const now = process.memoryUsage();
    const kept = now.arrayBuffers + now.heapUsed - before.arrayBuffers - before.heapUsed;
    console.info(`300 half-sent bodies of 250 kB without a sign-in keep ${Math.round(kept / 1000)} kB.`);
    expect(kept).toBeLessThan(40_000_000);
  });
});

describe("through the Node adapter, a body that does not arrive", () => {
  it.each(paths)("is answered 408 at %s", async (path) => {
    const isThere = path.startsWith("/api/chat") ? [] : await begin();
    const socket = write(path.replace("s1", isThere[0] ?? ""), [json, ...ana, "Content-Length: 100"], '{"message":');
    const status = statusOf(socket);
    // The request to the service has its own time limit.
    await reading(() => clock.waiting > 0);
    await backend.arrived();
    clock.advance(30_000);
    expect(await status).toBe(408);
  });
});

describe("through the Node adapter, repeated headers", () => {
  it.each([
    [[json, "Content-Type: text/plain"], 415],
    [["Content-Type: text/plain", json], 415],
    [[json, "Origin: https://app.product.test", "Origin: https://app.product.test"], 403],
    [[json, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"], 403],
    [[json, "Host: evil.test", "Origin: https://app.product.test"], 403],
    [[json, "Origin: https://app.product.test"], 200],
    [[json], 200],
    [["Content-Type: text/plain"], 415],
    [[], 415],
  ])("of %j are answered %i", async (headers, status) => {
    const body = '{"message":"/say hi"}';
    const socket = write("/api/chat", [...headers, ...ana, `Content-Length: ${body.length}`], body);
    expect(await statusOf(socket)).toBe(status);
  });
});

async function begin(): Promise<string[]> {
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  return [chat.sessionId];
}

async function reading(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}
