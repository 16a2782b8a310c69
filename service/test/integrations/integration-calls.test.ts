import { describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { createMemoryStore } from "../../src/store/memory-store.js";
import { text, type Harness } from "../harness.js";
import { callingAgent, callTools, type Told } from "../tool-calls.js";
import { settle } from "../manual-clock.js";
import { ana, ben, installOf, serviceWith } from "./integration-world.js";
import { openOrdersApi, type OrdersApi } from "./orders-api.js";

const canary = "canary-5f1d2c-secret";
const credential = { schemeId: "key", value: canary };

/** A service whose agent makes the requested calls, with the orders API installed for the workspace. */
async function open(api: OrdersApi, more: object = {}) {
  const service = await serviceWith({}, { agent: callingAgent });
  const source = { kind: "openapi", url: `${api.url}/openapi.json` };
  expect((await installOf(service, { source, credential, ...more })).status).toBe(201);
  api.asked.length = 0;
  return { service, session: await service.start("hi") };
}

const call = async (
  { service, session }: Awaited<ReturnType<typeof open>>,
  name: string,
  args: object = {},
): Promise<Told> => {
  const [told] = await callTools(service, session, [{ name, arguments: args }]);
  return told!;
};

describe("calls of an integration's tools", () => {
  it("reach the API with the credential, which no answer and no event quotes", async () => {
    const api = await openOrdersApi(canary);
    const opened = await open(api);
    const told = await call(opened, "orders__listOrders", { status: "open&x=1" });
    expect(told).toMatchObject({
      failed: false,
      output: { status: 200, data: { url: "/orders?status=open%26x%3D1", key: "[hidden]" } },
    });
    expect(api.asked[0]?.headers["x-api-key"]).toBe(canary);
    expect(JSON.stringify(await opened.service.log(opened.session))).not.toContain(canary);
    expect(JSON.stringify(opened.service.faults)).not.toContain(canary);
  });

  it("cannot replace the credential with an argument", async () => {
    const api = await openOrdersApi(canary);
    const opened = await open(api);
    const told = await call(opened, "orders__getOrder", { id: "1", "X-Api-Key": "other" });
    expect(told).toMatchObject({ failed: true, output: { code: "arguments_invalid" } });
    expect(api.asked).toEqual([]);
  });

  it.each([
    ["redirect", "integration_redirected"],
    ["large", "integration_answer_too_large"],
    ["fail", "integration_call_failed"],
    ["cut", "integration_unavailable"],
  ])("that end with %s fail in words", async (id, code) => {
    const api = await openOrdersApi();
    const told = await call(await open(api), "orders__odd", { id });
    expect(told).toMatchObject({ failed: true, output: { code } });
    expect(told.output.message).not.toContain("Try again");
    expect(api.asked).toHaveLength(1);
  });

  it("that reach no API report that they were not made", async () => {
    const api = await openOrdersApi();
    const opened = await open(api);
    await api.close();
    const { output } = await call(opened, "orders__odd", { id: "text" });
    expect(output).toMatchObject({ code: "integration_unavailable", message: expect.stringContaining("Try again") });
  });

  it("give text as bounded text, and of bytes their type and size", async () => {
    const opened = await open(await openOrdersApi());
    const plain = await call(opened, "orders__odd", { id: "text" });
    expect(plain.output).toMatchObject({ status: 200, text: expect.stringMatching(/^plain yyy/), truncated: true });
    const bytes = await call(opened, "orders__odd", { id: "bytes" });
    expect(bytes.output).toEqual({ status: 200, contentType: "image/png", sizeBytes: 3 });
  });

  it("give JSON of more than 256 levels as text", async () => {
    const opened = await open(await openOrdersApi());
    const deep = await call(opened, "orders__odd", { id: "deep" });
    expect(deep.output).toMatchObject({ status: 200, text: expect.stringMatching(/^\[+\]+$/), truncated: true });
  });

  it("end when the API hangs", async () => {
    const api = await openOrdersApi();
    const service = await serviceWith({ timeoutMs: 50 }, { agent: callingAgent });
    await installOf(service, { source: { kind: "openapi", document: api.document, baseUrl: api.url }, credential });
    const told = await call({ service, session: await service.start("hi") }, "orders__odd", { id: "hang" });
    expect(told).toMatchObject({ failed: true, output: { code: "integration_timeout" } });
  });

  it("report a missing or refused credential, as an event too", async () => {
    const api = await openOrdersApi("another-key");
    const opened = await open(api);
    const refused = await call(opened, "orders__listOrders");
    expect(refused).toMatchObject({ failed: true, output: { code: "integration_auth_needed" } });
    const service = await serviceWith({}, { agent: callingAgent });
    await installOf(service, { source: { kind: "openapi", url: `${api.url}/openapi.json` } });
    const bare = { service, session: await service.start("hi") };
    const missing = await call(bare, "orders__listOrders");
    expect(missing).toMatchObject({ failed: true, output: { code: "integration_auth_needed" } });
    const reasons = async ({ service: of, session }: typeof bare) =>
      (await of.log(session)).filter(({ type }) => type === "tool.auth_needed").map(({ payload }) => payload);
    expect(await reasons(opened)).toMatchObject([{ serverId: "orders", reason: "expired" }]);
    expect(await reasons(bare)).toMatchObject([{ serverId: "orders", reason: "missing_connection" }]);
  });

  it("of an integration that was removed in between do not happen", async () => {
    const api = await openOrdersApi();
    const opened = await open(api);
    const path = `${opened.service.workspace}/integrations`;
    const [one] = (await opened.service.call("GET", path)).body["integrations"]!;
    await opened.service.call("DELETE", `${path}/${text(one?.["id"])}`);
    expect(await call(opened, "orders__listOrders")).toMatchObject({ failed: true, output: { code: "tool_unknown" } });
  });
});

describe("whose tools a session has", () => {
  it("are its person's and the workspace's; without a person the workspace's alone", async () => {
    const api = await openOrdersApi();
    const service = await serviceWith({}, { agent: callingAgent });
    const source = { kind: "openapi", url: `${api.url}/openapi.json` };
    await installOf(service, { source, credential, instanceKey: "shared" });
    await installOf(service, { source, credential, instanceKey: "mine", endUser: ana });
    const codes = async (endUser: object | null) => {
      const session = await service.start("hi", { endUser });
      const names = ["shared__listOrders", "mine__listOrders"];
      const told = await callTools(
        service,
        session,
        names.map((name) => ({ name })),
      );
      return told.map(({ failed, output }) => (failed ? output.code : "ran"));
    };
    expect(await codes(ana)).toEqual(["ran", "ran"]);
    expect(await codes(ben)).toEqual(["ran", "tool_unknown"]);
    expect(await codes(null)).toEqual(["ran", "tool_unknown"]);
  });
});

describe("approval", () => {
  /** The calls that a person is asked about before the API hears of them. */
  async function asked(service: Harness, api: OrdersApi, command: string): Promise<boolean> {
    const session = await service.start("/say hi");
    await service.send(session, command);
    const isOver = (log: readonly SessionEvent[]) =>
      log.filter(({ type }) => ["turn.completed", "session.requiresAction"].includes(type)).length === 2;
    for (let tries = 0; !isOver(await service.log(session)) && tries < 500; tries += 1) await settle();
    const types = await service.types(session);
    expect(types.includes("session.requiresAction")).toBe(api.asked.length === 0);
    return types.includes("session.requiresAction");
  }

  it.each([
    ["ask", ["never", "ask", "ask"]],
    ["never", ["never", "never", "ask"]],
  ] as const)(
    "of reads, writes and destructive calls when the host requires it for writes: %s",
    async (writes, expected) => {
      const api = await openOrdersApi();
      const definition = {
        id: "orders",
        name: "Orders",
        source: { kind: "openapi", url: `${api.url}/openapi.json` },
      } as const;
      const service = await serviceWith({
        definitions: [{ ...definition, writes, credential: { kind: "bearer", value: canary } }],
      });
      await installOf(service, { source: { kind: "definition", definitionId: "orders" } });
      const found: string[] = [];
      for (const command of ["listOrders {}", "createOrder {}", 'deleteOrder {"id":"1"}']) {
        api.asked.length = 0;
        found.push((await asked(service, api, `/mcp orders ${command}`)) ? "ask" : "never");
      }
      expect(found).toEqual(expected);
    },
  );

  it("of a destructive call is required although the record states otherwise", async () => {
    const api = await openOrdersApi();
    const store = createMemoryStore();
    const service = await serviceWith({}, { store });
    await installOf(service, { source: { kind: "openapi", url: `${api.url}/openapi.json` }, credential });
    const [record] = await store.listIntegrations(service.workspace.split("/").at(-1)!);
    const tools = record!.tools.map((tool) => ({ ...tool, approvalMode: "never" as const }));
    await store.changeIntegration(record!, () => ({ put: { ...record!, tools }, result: null }));
    api.asked.length = 0;
    expect(await asked(service, api, '/mcp orders deleteOrder {"id":"1"}')).toBe(true);
  });
});

describe("integrations of the host", () => {
  it("are called with the host's credential for the session's person", async () => {
    const api = await openOrdersApi();
    const seen: unknown[] = [];
    const service = await serviceWith(
      {
        privateNetworks: false,
        definitions: [
          {
            id: "orders",
            name: "Our orders",
            source: { kind: "openapi", document: ordersAt(api), baseUrl: api.url },
            operations: ["GET /orders"],
            credential: (context) => {
              seen.push(context.endUser);
              return { kind: "apiKey", in: "header", name: "X-Api-Key", value: canary };
            },
          },
        ],
      },
      { agent: callingAgent },
    );
    const definitions = await service.call("GET", `${service.workspace}/integrations/definitions`);
    expect(definitions.body).toEqual({
      definitions: [{ id: "orders", name: "Our orders", description: "", kind: "openapi", providedByHost: true }],
    });
    const made = await installOf(service, { source: { kind: "definition", definitionId: "orders" }, endUser: ana });
    expect(made.body).toMatchObject({
      status: "installed",
      instanceKey: "our-orders",
      tools: [{ name: "listOrders" }],
    });
    const session = await service.start("hi", { endUser: ana });
    const told = await call({ service, session }, "our-orders__listOrders");
    expect(told).toMatchObject({ failed: false, output: { data: { key: "[hidden]" } } });
    expect(seen).toEqual([ana]);
    expect(api.asked.at(-1)?.headers["x-api-key"]).toBe(canary);
  });
});

function ordersAt({ document }: OrdersApi) {
  return document;
}
