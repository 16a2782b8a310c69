import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setTimeouts } from "../../docs/deploy/node-timeouts.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { createHandlers } from "../servers/support/handlers.js";
import { describeHost } from "../servers/support/host-suite.js";
import { describeSlowReader } from "../servers/support/slow-reader-suite.js";
import { start } from "../servers/support/start.js";
import { FrameReader, Visitor } from "../servers/support/visitor.js";
import { createWorld, type World } from "../servers/support/world.js";
import { startNginx, type Nginx } from "./support/nginx.js";

const ours = "include chat.conf;";

function openProduct(world: World) {
  const { chat, proxy } = createHandlers(world);
  const isProxied = (request: Request) => new URL(request.url).pathname.startsWith("/api/service/");
  const server = createServer(toNodeHandler((request) => (isProxied(request) ? proxy(request) : chat(request))));
  setTimeouts(server);
  return start(server);
}

async function openBehindNginx(world: World) {
  const product = await openProduct(world);
  const nginx = await startNginx(product.chat, [ours]);
  return {
    chat: `${nginx.urls[0]}/api/chat`,
    proxy: `${nginx.urls[0]}/api/service`,
    async close() {
      await nginx.close();
      await product.close();
    },
  };
}

describeHost("node:http behind nginx", openBehindNginx);
describeSlowReader("node:http behind nginx", openBehindNginx, 2_000);

const isText = (data: { type: string }) => data.type === "text";

describe("the page's settings for nginx", () => {
  /** The same location with other settings, for what nginx does without ours. */
  const otherwise = (more: string) => `location /api/ { proxy_pass http://product; proxy_http_version 1.1; ${more} }`;
  let world: World;
  let product: Awaited<ReturnType<typeof openProduct>>;
  let nginx: Nginx;
  beforeAll(async () => {
    world = await createWorld();
    product = await openProduct(world);
    nginx = await startNginx(product.chat, [ours, otherwise("proxy_buffering off; gzip off; proxy_read_timeout 1s;")]);
  });
  afterAll(async () => {
    await nginx?.close();
    await product?.close();
    await world?.close();
  });

  const visitor = (server: number, conversation: string) => new Visitor(`${nginx.urls[server]}/api/chat`, conversation);

  it("keep a silent stream open that an nginx with a short time limit cuts", async () => {
    const held = new FrameReader(await visitor(0, "held").send("/hold held"));
    await held.until(isText);
    const cut = new FrameReader(await visitor(1, "cut").send("/hold cut"));
    await cut.until(isText);
    await expect(cut.until(() => false)).rejects.toThrow("terminated");
    world.letGo("held");
    expect(await held.until(isText)).toMatchObject([{ type: "text", text: "second" }]);
  });

  it("pack no stream, whatever the reader takes and the server does elsewhere", async () => {
    const answer = await visitor(0, "packed").send("/say plain", { headers: { "accept-encoding": "gzip" } });
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    await answer.body?.cancel();
  });

  it("name an hour where a stream is waited for", () => {
    const text = readFileSync(new URL("../../docs/deploy/nginx.conf", import.meta.url), "utf8");
    for (const name of ["proxy_read_timeout", "send_timeout"]) expect(text).toMatch(new RegExp(`^ +${name} 1h;$`, "m"));
  });

  it("let Node keep a connection for longer than nginx does, and any answer for as long as it takes", () => {
    const server = createServer();
    setTimeouts(server);
    const { keepAliveTimeout, headersTimeout, timeout } = server;
    expect([keepAliveTimeout > 60_000, headersTimeout > keepAliveTimeout, timeout]).toEqual([true, true, 0]);
  });
});
