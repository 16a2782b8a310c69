import { beforeEach, describe, expect, it } from "vitest";
import { createHostApp } from "../../examples/host/src/server/app.js";
import { createSignIns, lifetimeMs } from "../../examples/host/src/server/sign-in.js";
import { createMemoryStore, createServiceApp } from "../../service/src/app.js";
import { Service } from "../../src/server/handler/service.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { bodyOf } from "../support/backend.js";

const ana = { id: "ana", name: "Ana", tenant: "acme", tenantName: "Acme Parcels" };

describe("the example product's sign-in", () => {
  let time: number;
  let host: (method: string, path: string, headers?: Record<string, string>, body?: unknown) => Promise<Response>;
  let signedIn: Record<string, string>;
  beforeEach(async () => {
    time = Date.UTC(2026, 0, 1);
    const { apiKey, organizationId, ...app } = await createServiceApp({ store: createMemoryStore() });
    const baseUrl = "https://service.internal.test";
    const kit = new Service({ baseUrl, apiKey, organizationId, source: "host", fetch: inProcessFetch(app) });
    const product = createHostApp(kit, {
      pages: "nowhere",
      skills: [],
      address: () => "http://127.0.0.1",
      now: () => time,
    });
    host = async (method, path, headers = {}, body) =>
      product.fetch(
        new Request(`http://host.test${path}`, {
          method,
          headers: { "content-type": "application/json", ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
    const answer = await host("POST", "/auth/sign-in", {}, { user: "ana", password: "demo" });
    const cookie = answer.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/; Max-Age=43200;.*HttpOnly; SameSite=Lax/);
    signedIn = { cookie: cookie.split(";")[0] ?? "", "x-csrf-token": (await bodyOf(answer)).csrfToken };
  });

  it("is good for as long as it lasts, and for nothing then", async () => {
    const seen = async () => [
      (await host("GET", "/auth/me", signedIn)).status,
      (await host("GET", "/api/chat", { ...signedIn, "x-service-conversation": "c1" })).status,
    ];
    time += lifetimeMs - 1;
    expect(await seen()).toEqual([200, 200]);
    time += 1;
    expect(await seen()).toEqual([401, 401]);
  });

  it("recognises its cookie in any position, and no other's", async () => {
    const me = async (cookie: string) => (await host("GET", "/auth/me", { cookie })).status;
    const own = signedIn["cookie"] ?? "";
    expect(await Promise.all([own, `a=1; ${own}`, `${own}; b=2`].map(me))).toEqual([200, 200, 200]);
    expect(await Promise.all([`x_${own}`, `${own}x`, "host_session="].map(me))).toEqual([401, 401, 401]);
  });

  it("is over once it is signed out, which another site's page cannot do", async () => {
    const { cookie = "" } = signedIn;
    expect((await host("POST", "/auth/sign-out", { cookie })).status).toBe(403);
    expect((await host("GET", "/auth/me", signedIn)).status).toBe(200);
    expect((await host("POST", "/auth/sign-out", signedIn)).status).toBe(204);
    expect((await host("GET", "/auth/me", signedIn)).status).toBe(401);
  });

  it("denies reads at the tools' address", async () => {
    const answer = await host("GET", "/mcp/orders");
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("stored sign-ins", () => {
  it("are removed when they expire, also of people who never return", () => {
    let time = 0;
    const signIns = createSignIns(() => time);
    for (time = 0; time < 10; time++) signIns.open(ana);
    expect(signIns.count).toBe(10);
    time = lifetimeMs + 4;
    signIns.open(ana);
    expect(signIns.count).toBe(6);
  });
});
