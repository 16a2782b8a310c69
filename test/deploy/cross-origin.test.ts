import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { createServer as createVite, type ViteDevServer } from "vite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RequestEvent } from "../../src/server/gate/request-event.js";
import { toNodeHandler } from "../../src/server/node/to-node-handler.js";
import { launch } from "../journeys/support/browser.js";
import { start } from "../servers/support/start.js";
import { createBackend, type Backend } from "../support/backend.js";
import { freePort } from "../support/free-port.js";
import { startNginx, type Nginx } from "./support/nginx.js";

const formats = ["native", "ui-stream", "chat-completions", "responses"] as const;
const page = () => new Response("<!doctype html><title>page</title>", { headers: { "content-type": "text/html" } });

/** The product: both doors, one mount more for each format, and a blank page at every other address. */
function productOf(backend: Backend, onEvent: (event: RequestEvent) => void): (request: Request) => Promise<Response> {
  const resolve = (request: Request) =>
    /\buser=ana\b/.test(request.headers.get("cookie") ?? "")
      ? { tenant: "acme", user: "ana", conversation: "c1" }
      : new Response(null, { status: 401 });
  const chats = Object.fromEntries(
    formats.map((format) => [format, backend.chat({ resolve, onEvent, format, fixedFormat: true })]),
  );
  const proxy = backend.proxy({ resolve, onEvent, basePath: "/api/service" });
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/service/")) return proxy(request);
    const [, format = ""] = /^\/api\/chat-([a-z-]+)$/.exec(pathname) ?? [];
    if (/^\/api\/chat(?:\/|$)/.test(pathname)) return (chats["native"] as typeof proxy)(request);
    return chats[format]?.(request) ?? page();
  };
}

/** Sends the writes that a page can make to another origin with a visitor's cookies and without a preflight request. */
async function attack(from: Page, target: string, session: string): Promise<number> {
  return from.evaluate(
    async ({ target: to, session: id, formats: names }) => {
      const body = JSON.stringify({
        message: "/say forged",
        input: "/say forged",
        id: "c1",
        messages: [{ id: "m", role: "user", content: "/say forged", parts: [{ type: "text", text: "/say forged" }] }],
      });
      const event = JSON.stringify({ type: "user.message", clientEventId: "k", payload: { text: "/say forged" } });
      const send = (path: string, text: string) =>
        fetch(to + path, { method: "POST", mode: "no-cors", credentials: "include", body: text });
      for (const format of names) await send(`/api/chat-${format}`, body);
      await send("/api/chat/respond", JSON.stringify({ requestId: "r", decision: "approve" }));
      await send("/api/chat/stop", "");
      await send(`/api/service/v1/workspaces/current/sessions/${id}/events`, event);
      navigator.sendBeacon(`${to}/api/chat`, body);
      navigator.sendBeacon(`${to}/api/chat/stop`, new URLSearchParams({ turnId: "t" }));
      const frame = Object.assign(document.createElement("iframe"), { name: "frame" });
      const form = Object.assign(document.createElement("form"), {
        method: "POST",
        action: `${to}/api/chat`,
        enctype: "text/plain",
        target: "frame",
      });
      const field = Object.assign(document.createElement("input"), { name: body.slice(0, -1) + ',"x":"', value: '"}' });
      form.append(field);
      document.body.append(frame, form);
      form.submit();
      return names.length + 6;
    },
    { target, session, formats },
  );
}

/** Sends a write of the product's own page. */
const write = (from: Page, session: string) =>
  from.evaluate(async (id) => {
    const headers = { "content-type": "application/json" };
    const send = async (path: string, body: object) =>
      (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).status;
    return [
      await send("/api/chat", { message: "/say own" }),
      await send("/api/chat/stop", {}),
      await send(`/api/service/v1/workspaces/current/sessions/${id}/control`, { action: "pause", clientEventId: "p" }),
      await send(`/api/service/v1/workspaces/current/sessions/${id}/control`, { action: "resume", clientEventId: "r" }),
    ];
  }, session);

describe("in Chromium, a write", () => {
  let backend: Backend;
  let browser: Browser;
  let session: string;
  let product: Awaited<ReturnType<typeof start>>;
  let other: Awaited<ReturnType<typeof start>>;
  let nginx: Nginx;
  let tlsPort: number;
  let vite: ViteDevServer;
  let vitePort: number;
  const events: RequestEvent[] = [];
  const folder = mkdtempSync(join(tmpdir(), "tls-"));
  const portOf = (url: string) => new URL(url).port;

  beforeAll(async () => {
    backend = await createBackend();
    const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
    await chat.send("/say hi");
    session = chat.sessionId;
    const handle = productOf(backend, (event) => void (event.type === "answered" && events.push(event)));
    product = await start(createServer(toNodeHandler(handle)));
    other = await start(createServer(toNodeHandler(page)));
    const names = [
      "-subj",
      "/CN=app.product.test",
      "-keyout",
      join(folder, "key.pem"),
      "-out",
      join(folder, "cert.pem"),
    ];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", ...names], {
      stdio: "ignore",
    });
    for (const file of ["", "key.pem", "cert.pem"]) chmodSync(join(folder, file), 0o755);
    tlsPort = await freePort();
    const certificate = `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`;
    const blank = 'location / { default_type text/html; return 200 "<!doctype html><title>page</title>"; }';
    nginx = await startNginx(product.chat, [
      `listen 127.0.0.1:${tlsPort} ssl; ${certificate} include chat.conf; ${blank}`,
    ]);
    writeFileSync(join(folder, "index.html"), "<!doctype html><title>page</title>");
    vitePort = await freePort();
    const target = new URL(product.chat).origin;
    vite = await createVite({
      root: folder,
      configFile: false,
      logLevel: "silent",
      server: { port: vitePort, host: "localhost", proxy: { "/api": { target, changeOrigin: true } } },
    });
    await vite.listen();
    browser = await launch(["--host-resolver-rules=MAP *.test 127.0.0.1", "--ignore-certificate-errors"]);
  });
  afterAll(async () => {
    await browser?.close();
    await vite?.close();
    await nginx?.close();
    await other?.close();
    await product?.close();
    await backend?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => void events.splice(0));

  async function visit(address: string, home: string, sameSite: "Lax" | "None" = "Lax"): Promise<Page> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const cookie = { name: "user", value: "ana", url: home, sameSite, secure: home.startsWith("https") };
    await context.addCookies([cookie]);
    const opened = await context.newPage();
    await opened.goto(address);
    return opened;
  }

  const plain = () => `http://app.product.test:${portOf(product.chat)}`;
  const tls = () => `https://app.product.test:${tlsPort}`;
  const dev = () => `http://localhost:${vitePort}`;

  it.each([
    ["over plain http", plain, ""],
    ["behind nginx with TLS and the shipped file", tls, ""],
    ["through Vite's dev proxy, which rewrites Host", dev, "/"],
  ])("of the product's own page passes %s", async (_name, home, path) => {
    const own = await visit(home() + path, home());
    expect(await write(own, session)).toEqual([200, 200, 200, 200]);
    await own.context().close();
  });

  it.each([
    ["another port", () => `http://app.product.test:${portOf(other.chat)}`, plain, "Lax"],
    ["a sibling subdomain", () => `http://blog.product.test:${portOf(other.chat)}`, plain, "Lax"],
    ["a sibling subdomain, behind nginx with TLS", () => `https://blog.product.test:${tlsPort}`, tls, "Lax"],
    ["another site, behind nginx with TLS", () => `https://evil.test:${tlsPort}`, tls, "None"],
    ["another port, at Vite's dev proxy", () => `http://localhost:${portOf(other.chat)}`, dev, "Lax"],
  ] as const)("of a page of %s is refused, however it is sent", async (_name, from, home, sameSite) => {
    const page = await visit(from(), home(), sameSite);
    const before = backend.calls.filter(({ method }) => method !== "GET").length;
    const sent = await attack(page, home(), session);
    await expect.poll(() => events.length).toBe(sent);
    // Chromium may withhold cookies from cross-site requests, which are then unauthenticated.
    const refusals = sameSite === "None" ? [401, 403] : [403];
    expect(events.filter(({ status }) => !refusals.includes(status))).toEqual([]);
    expect(backend.calls.filter(({ method }) => method !== "GET")).toHaveLength(before);
    await page.context().close();
  });
});
