import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChatHandler } from "../../src/server/handler/create-chat-handler.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { badOf, examine, heartbeatMs, unknownOf, wordsOf } from "../server/doctor/support/examine.js";
import { start } from "../servers/support/start.js";
import { createBackend, resolveHeaders, type Backend } from "../support/backend.js";
import { startNginx, type Nginx } from "./support/nginx.js";

/** Servers of one nginx: ours, and others that are each wrong in one way. */
const servers = {
  ours: "include chat.conf;",
  // nginx's own ways: HTTP/1.0 towards the host, and buffers that are passed on when they are full.
  buffering: "location / { proxy_pass http://product; gzip off; }",
  packing: "location / { proxy_pass http://product; proxy_http_version 1.1; proxy_buffering off; }",
  cutting:
    "location / { proxy_pass http://product; proxy_http_version 1.1; proxy_buffering off; gzip off; proxy_read_timeout 1s; }",
};

describe("the doctor before a real nginx", () => {
  let backend: Backend;
  let host: Awaited<ReturnType<typeof start>>;
  let silent: Awaited<ReturnType<typeof start>>;
  let nginx: Nginx;
  let silentNginx: Nginx;
  beforeAll(async () => {
    backend = await createBackend();
    const serve = (options: { readonly heartbeatMs: number }) =>
      start(createServer(toNodeHandler(createChatHandler(backend.service, { resolve: resolveHeaders, ...options }))));
    host = await serve({ heartbeatMs });
    // A short time limit cuts only silent streams.
    silent = await serve({ heartbeatMs: 60_000 });
    nginx = await startNginx(host.chat, Object.values(servers));
    silentNginx = await startNginx(silent.chat, [servers.cutting]);
  });
  afterAll(async () => {
    await silentNginx?.close();
    await nginx?.close();
    await silent?.close();
    await host?.close();
    await backend?.close();
  });

  const chatAt = (server: keyof typeof servers) => `${nginx.urls[Object.keys(servers).indexOf(server)]}/api/chat`;

  it("is silent where the page's file is in force", async () => {
    const report = await examine(chatAt("ours"));
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["time-out: unknown"]]);
  });

  it("finds that it buffers", async () => {
    const report = await examine(chatAt("buffering"), { limits: { answerMs: 1_500 } });
    expect(badOf(report)).toEqual(["buffering: fault"]);
    expect(wordsOf(report, "buffering")).toMatch(
      /The stream GET \S+ did not answer within 1\.5 s: .+proxy_buffering off/,
    );
  });

  it("finds that it packs", async () => {
    const report = await examine(chatAt("packing"));
    expect(badOf(report)).toEqual(["compression: fault"]);
    expect(wordsOf(report, "compression")).toContain("(gzip)");
  });

  it("reports that silent streams are cut", async () => {
    const report = await examine(`${silentNginx.urls[0]}/api/chat`, { waitMs: 5_000 });
    expect(badOf(report)).toEqual(["time-out: fault"]);
    expect(wordsOf(report, "time-out")).toMatch(/A stream was cut 1(\.\d)? s after it was opened/);
  });
});
