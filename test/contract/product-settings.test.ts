import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHostApp } from "../../examples/host/src/server/app.js";
import { createToolTokens, lifetimeMs } from "../../examples/host/src/server/tool-tokens.js";
import { createMemoryStore, createServiceApp, type ServiceApp } from "../../service/src/app.js";
import { listen, type Listening } from "../../service/src/listen.js";
import { Service } from "../../src/server/handler/service.js";

/** Requests of the service and of people's machines to the example product. */
let app: ServiceApp;
let port: Listening;
let host: ReturnType<typeof createHostApp>;
let time: number;
const secret = "a secret of both";
beforeEach(async () => {
  app = await createServiceApp({ store: createMemoryStore() });
  port = await listen(app, { port: 0 });
  const { apiKey, organizationId } = app;
  const kit = new Service({ apiKey, organizationId, baseUrl: port.url, source: "host" });
  time = Date.now();
  const address = () => "http://127.0.0.1";
  host = createHostApp(kit, { pages: "nowhere", skills: [], address, secret, now: () => time });
});
afterEach(async () => {
  await port.close(app.close());
});

describe("the API behind the integration of the product's orders", () => {
  const tokens = createToolTokens({ secret, now: () => time });
  const call = async (tenant: string, method: string, path: string, headers: object = {}, body?: object) => {
    const asked = { authorization: `Bearer ${tokens.sign(tenant)}`, ...headers };
    const answer = await host.request(`/orders-api${path}`, {
      method,
      headers: asked,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  it("serves the orders of the tenant that its token names", async () => {
    const { text } = await call("acme", "GET", "/orders");
    expect([text.includes("Lisbon"), text.includes("Porto")]).toEqual([true, false]);
    expect((await call("globex", "GET", "/orders/2042")).text).toContain("Pallet to Porto");
    expect((await call("globex", "GET", "/orders/2043")).status).toBe(409);
  });

  it("refuses no token, another one and an expired one", async () => {
    const others = createToolTokens({ secret: "another" });
    const expired = tokens.sign("acme");
    time += lifetimeMs + 1;
    for (const authorization of ["", `Bearer ${others.sign("acme")}`, `Bearer ${expired}`])
      expect((await call("acme", "GET", "/orders", { authorization })).status).toBe(401);
  });

  it("writes a note, and cancels an order once for each key", async () => {
    expect((await call("acme", "PUT", "/orders/1041/note", {}, { note: "Call first." })).text).toContain("Call first.");
    expect((await call("acme", "POST", "/orders/1041/cancel")).status).toBe(400);
    const cancel = (key: string) => call("acme", "POST", "/orders/1041/cancel", { "idempotency-key": key });
    expect([(await cancel("k1")).status, (await cancel("k1")).status, (await cancel("k2")).status]).toEqual([
      200, 200, 409,
    ]);
  });
});

describe("the product's way for machines to the service", () => {
  const post = (path: string, body: object, headers: object = {}) =>
    host.request(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });

  it("passes on the device flow and the machine's own routes", async () => {
    const facts = { name: "laptop", folder: "project", abilities: ["read"] };
    const started = await post("/v1/enrollments/device/start", facts);
    expect(started.status).toBe(201);
    const { deviceCode } = (await started.json()) as { deviceCode: string };
    const polled = await post("/v1/enrollments/device/poll", { deviceCode });
    expect(await polled.json()).toMatchObject({ state: "pending" });
    const link = await host.request("/v1/machine/commands", { headers: { authorization: "Bearer svm_unknown" } });
    expect(link.status).toBe(401);
  });

  it("passes on nothing else of the service", async () => {
    const headers = { authorization: `Bearer ${app.apiKey}` };
    for (const path of ["/v1/config/client", "/v1/workspaces", "/v1/machine/commands/x/start/more"])
      expect((await host.request(path, { headers })).status).toBe(404);
    expect((await post("/v1/enrollments/device/lookup", { userCode: "BCDFGHJK" })).status).toBe(404);
  });
});
