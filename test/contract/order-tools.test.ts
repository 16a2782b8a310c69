import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHostApp } from "../../examples/host/src/server/app.js";
import { readSkills } from "../../examples/host/src/server/skills.js";
import { createToolTokens, lifetimeMs } from "../../examples/host/src/server/tool-tokens.js";
import { createMemoryStore, createServiceApp, type ServiceApp, type Store } from "../../service/src/app.js";
import { systemClock } from "../../service/src/clock.js";
import { mcpTools } from "../../service/src/mcp/mcp-tools.js";
import { Service } from "../../src/server/handler/service.js";
import type { ChatReply } from "../../src/wire/protocol/chat-chunk.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { bodyOf, framesOf } from "../support/backend.js";

/** The example product on a port of its own, its clock in our hands, and the service that calls its tools there. */
let store: Store;
let app: ServiceApp;
let kit: Service;
let address: string;
let time: number;
let close: () => void;
let cookies: Record<string, string>;
beforeEach(async () => {
  store = createMemoryStore();
  app = await createServiceApp({ store, toolSources: [mcpTools({ clock: systemClock })] });
  const { apiKey, organizationId } = app;
  const baseUrl = "https://service.internal.test";
  kit = new Service({ baseUrl, apiKey, organizationId, source: "host", fetch: inProcessFetch(app) });
  const skills = readSkills(join(import.meta.dirname, "../../examples/host/skills"));
  time = Date.now();
  const host = createHostApp(kit, {
    pages: "examples/host/src/client",
    skills,
    address: () => address,
    now: () => time,
  });
  const server = serve({ fetch: host.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false });
  await new Promise((resolve) => server.once("listening", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close();
  cookies = await signIn("ana");
});
afterEach(async () => {
  close();
  await app.close();
});

async function signIn(user: string): Promise<Record<string, string>> {
  const answer = await post("/auth/sign-in", { user, password: "demo" }, {});
  const { csrfToken } = await bodyOf(answer);
  return { cookie: answer.headers.getSetCookie()[0]?.split(";")[0] ?? "", "x-csrf-token": csrfToken };
}

const post = (path: string, body: unknown, headers: Record<string, string> = cookies) =>
  fetch(address + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-service-conversation": "c1", ...headers },
    body: JSON.stringify(body),
  });
const say = async (message: string) => framesOf(await post("/api/chat", { message }));
const replyOf = (frames: Awaited<ReturnType<typeof say>>) => frames.at(-1)?.data.reply as ChatReply;
const book = async (headers = cookies) => bodyOf(await fetch(`${address}/api/orders`, { headers }));
/** Calls in the session's log. */
async function told(frames: Awaited<ReturnType<typeof say>>): Promise<string> {
  const page = await kit.client.listEvents(replyOf(frames));
  return JSON.stringify(page.events);
}

describe("the example product's tools", () => {
  it("read the orders of the tenant that asks, and of no other", async () => {
    expect(await told(await say("/mcp orders list {}"))).toContain("Parcel to Lisbon");
    cookies = await signIn("chloe");
    const log = await told(await say("/mcp orders list {}"));
    expect([log.includes("Pallet to Porto"), log.includes("Lisbon")]).toEqual([true, false]);
  });

  it("refund an order once, when a person has approved it", async () => {
    const asked = await say('/mcp orders refund {"id":1041}');
    expect((await book()).refunds).toEqual([]);
    const { requestId } = replyOf(asked).pending ?? {};
    const decision = { requestId, decision: "approve", clientEventId: "k" };
    await framesOf(await post("/api/chat/respond", decision));
    await framesOf(await post("/api/chat/respond", decision));
    expect(await book()).toMatchObject({
      orders: [{ id: 1041, status: "refunded" }, {}, {}],
      refunds: [{ order: 1041 }],
    });
    expect((await book(await signIn("chloe"))).refunds).toEqual([]);
  });

  it("recognise a repeated call, and refuse another one for the same order", async () => {
    const session = await store.getSession(replyOf(await say("/say hi")).sessionId);
    const refund = (key: string) => callTool("refund", { id: 1041 }, key, session?.mcpServers[0]?.headers);
    expect(await refund("s:1")).toContain("refunded");
    expect(await refund("s:1")).toContain('"status":"refunded"');
    expect(await refund("s:2")).toContain("was refunded before");
    expect((await book()).refunds).toHaveLength(1);
  });

  it("accept the current token in an old conversation", async () => {
    await say("/say hi");
    time += lifetimeMs + 1;
    expect(await told(await say("/mcp orders list {}"))).toContain("Parcel to Lisbon");
    const { pending } = replyOf(await say('/mcp orders refund {"id":1041}'));
    time += lifetimeMs + 1;
    await framesOf(await post("/api/chat/respond", { requestId: pending?.requestId, decision: "approve" }));
    expect((await book()).refunds).toEqual([{ order: 1041, cents: 1_990 }]);
  });

  it("refuse a session whose token has expired, which then reports that", async () => {
    const frames = await say("/say hi");
    time += lifetimeMs + 1;
    // Sent past the host, so that no fresh token is included.
    const chat = await kit.chatBySessionId({ ...replyOf(frames), user: "ana" });
    await chat.send("/mcp orders list {}");
    const log = await told(frames);
    expect(log).toContain("tool.auth_needed");
    expect(log).not.toContain("Lisbon");
  });
});

/** Calls a tool as the service does. */
async function callTool(name: string, given: object, key: string, headers: object = {}): Promise<string> {
  const params = { name, arguments: given, _meta: { "service/idempotencyKey": key } };
  const answer = await fetch(`${address}/mcp/orders`, {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  return `${answer.status} ${await answer.text()}`;
}

describe("the door to the tools", () => {
  const outcome = async (authorization?: string) => {
    const headers = { "content-type": "application/json", ...(authorization !== undefined && { authorization }) };
    const answer = await fetch(`${address}/mcp/orders`, { method: "POST", headers, body: "{}" });
    return `${answer.status} ${answer.headers.get("www-authenticate")}`;
  };
  const refused = '401 Bearer error="invalid_token"';

  it("is shut without a token, with another host's, with a changed one and with the cookie of a person", async () => {
    expect(await outcome()).toBe(refused);
    expect(await outcome(`Bearer ${createToolTokens().sign("acme")}`)).toBe(refused);
    expect(await outcome("Bearer nonsense")).toBe(refused);
    const answer = await fetch(`${address}/mcp/orders`, { method: "POST", headers: cookies, body: "{}" });
    expect(answer.status).toBe(401);
  });

  it("opens for ten minutes, to the tenant that was signed and to no other", () => {
    let now = 0;
    const tokens = createToolTokens({ now: () => now });
    const token = tokens.sign("acme");
    const [claims = "", signature = ""] = token.split(".");
    const forged = Buffer.from(claims, "base64url").toString().replace("acme", "globex");
    expect(tokens.tenantOf(`Bearer ${token}`)).toBe("acme");
    expect(tokens.tenantOf(token)).toBeUndefined();
    expect(tokens.tenantOf(`Bearer ${Buffer.from(forged).toString("base64url")}.${signature}`)).toBeUndefined();
    now = lifetimeMs;
    expect(tokens.tenantOf(`Bearer ${token}`)).toBeUndefined();
  });
});

it("a session begins with the product's two skills, as they lie in its folder", async () => {
  const frames = await say("/skills");
  const session = await kit.client.getSession(replyOf(frames));
  expect(session.skills?.map(({ name, version }) => [name, version])).toEqual([
    ["late-parcels", "1"],
    ["refunds", "2"],
  ]);
  expect(await told(frames)).toContain("**refunds** (version 2): How Parcel Desk gives money back.");
});
