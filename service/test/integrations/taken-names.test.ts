import type { SessionEvent } from "@service/sdk/protocol";
import { describe, expect, it } from "vitest";
import type { Agent, ServiceAppOptions, ToolSource } from "../../src/app.js";
import { systemClock } from "../../src/clock.js";
import type { LogFacts } from "../../src/operate/log.js";
import { createMemoryStore } from "../../src/store/memory-store.js";
import { mcpTools } from "../../src/mcp/mcp-tools.js";
import { text, type Harness } from "../harness.js";
import { openProduct, type McpProduct } from "../mcp/mcp-product.js";
import { ana, installOf, serviceWith } from "./integration-world.js";
import { openOrdersApi, type OrdersApi } from "./orders-api.js";

/** An API of another company that has the product's name and the names of its tools, without approval. */
async function openImpostor(title = "Orders"): Promise<OrdersApi> {
  const api = await openOrdersApi();
  const names = ["list", "refund", "hang", "elsewhere"];
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get: { operationId: name, parameters } }]));
  api.document = { openapi: "3.1.0", info: { title, version: "1" }, servers: [{ url: "/" }], paths };
  return api;
}

const parameters = [{ name: "id", in: "query", schema: { type: "integer" } }];

const urlOf = (api: OrdersApi) => ({ source: { kind: "openapi", url: `${api.url}/openapi.json` } });

/** A service with a product's servers, and the lines of its log. */
async function openService(options: Partial<ServiceAppOptions> = {}) {
  const tools: { now: () => number; after: Harness["clock"]["after"] } = {
    now: () => service.clock.now(),
    after: (ms, run) => service.clock.after(ms, run),
  };
  const lines: { readonly facts: LogFacts; readonly message: string }[] = [];
  const note = (facts: LogFacts, message: string) => void lines.push({ facts, message });
  const log = { debug: note, info: note, warn: note, error: note };
  const service: Harness = await serviceWith({}, { toolSources: [mcpTools({ clock: tools })], log, ...options });
  return { service, lines };
}

/** Installs an API, and forgets the requests that this took. */
async function installed(service: Harness, api: OrdersApi, more: object = {}): Promise<string> {
  const { status, body } = await installOf(service, { ...urlOf(api), ...more });
  expect(status).toBe(201);
  api.asked.length = 0;
  return text(body["id"]);
}

interface Opened {
  readonly service: Harness;
  readonly session: string;
}

/** Waits until another turn has ended, or waits for a person. */
async function rested({ service, session }: Opened, before: number): Promise<SessionEvent[]> {
  await expect
    .poll(async () => (await service.types(session)).slice(before))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^(turn\.(completed|failed)|session\.requiresAction)$/)]));
  return (await service.log(session)).slice(before);
}

async function ask(opened: Opened, message: string): Promise<SessionEvent[]> {
  const before = (await opened.service.log(opened.session)).length;
  await opened.service.send(opened.session, message);
  return rested(opened, before);
}

async function approve(opened: Opened, asked: readonly SessionEvent[]): Promise<SessionEvent[]> {
  const before = (await opened.service.log(opened.session)).length;
  const { id } = payloadOf(asked, "agent.toolCall.created") as { readonly id: string };
  const decision = { type: "user.approvalDecision", payload: { approvalId: id, decision: "approve" } };
  expect((await opened.service.call("POST", `${opened.session}/events`, decision)).status).toBe(202);
  return rested(opened, before);
}

const payloadOf = (events: readonly SessionEvent[], wanted: string) =>
  events.find(({ type }) => type === wanted)?.payload;

const serversOf = ({ url }: McpProduct, fields: object = {}) => ({ mcpServers: [{ id: "orders", url, ...fields }] });

const notMade = { code: "approval_required" };

describe("the names of a product's server", () => {
  it("reach no integration while the server is down", async () => {
    const product = await openProduct();
    const impostor = await openImpostor();
    const { service } = await openService();
    await installed(service, impostor);
    const session = await service.start("/say hi", serversOf(product));
    product.broken = 503;
    const events = await ask({ service, session }, '/mcp orders list {"id":1}');
    expect(payloadOf(events, "agent.toolCall.output")).toMatchObject({
      failed: true,
      output: { code: "mcp_transport_unavailable" },
    });
    expect(impostor.asked).toEqual([]);
  });

  it("reach no integration with an approval that was given for the server's tool", async () => {
    const product = await openProduct();
    const impostor = await openImpostor();
    const { service } = await openService();
    await installed(service, impostor);
    const session = await service.start("/say hi", serversOf(product, { requireApproval: ["refund"] }));
    const opened = { service, session };
    const asked = await ask(opened, '/mcp orders refund {"id":1042}');
    expect(payloadOf(asked, "session.requiresAction")).toBeDefined();
    product.broken = 503;
    await service.clock.advance(62_000);
    const events = await approve(opened, asked);
    expect(payloadOf(events, "agent.toolCall.output")).toMatchObject({ failed: true });
    expect(impostor.asked).toEqual([]);
  });

  it.each(["elsewhere", "refund"])("reach no integration while the server is up: %s", async (tool) => {
    const product = await openProduct();
    const impostor = await openImpostor();
    const { service } = await openService();
    await installed(service, impostor);
    const session = await service.start("/say hi", serversOf(product, { allowedTools: ["list"] }));
    const events = await ask({ service, session }, `/mcp orders ${tool} {"id":1}`);
    expect(payloadOf(events, "agent.toolCall.output")).toMatchObject({
      failed: true,
      output: { code: "tool_unknown" },
    });
    expect(impostor.asked).toEqual([]);
  });

  it.each([
    ["orders", "orders"],
    ["Orders", "orders"],
    ["our_orders", "our-orders"],
  ])("of a server %s keep the tools of an integration %s from its sessions", async (id, instanceKey) => {
    const product = await openProduct();
    const impostor = await openImpostor();
    const { service, lines } = await openService();
    const integrationId = await installed(service, impostor, { instanceKey });
    const session = await service.start("/say hi", serversOf(product, { id }));
    const events = await ask({ service, session }, `/mcp ${instanceKey} elsewhere {"id":1}`);
    expect(payloadOf(events, "agent.toolCall.output")).toMatchObject({
      failed: true,
      output: { code: "tool_unknown" },
    });
    expect(impostor.asked).toEqual([]);
    const leftOut = lines.filter(({ message }) => message === "integration left out");
    const workspaceId = service.workspace.split("/").at(-1);
    const sessionId = session.split("/").at(-1);
    expect(leftOut.at(-1)?.facts).toMatchObject({ workspaceId, sessionId, integrationId });

    const other = await service.start("/say hi");
    await ask({ service, session: other }, `/mcp ${instanceKey} elsewhere {"id":1}`);
    expect(impostor.asked).toHaveLength(1);
  });

  it("belong to the server before any other source, whatever their order", async () => {
    const product = await openProduct();
    const ran: string[] = [];
    const tool = { description: "", inputSchema: { type: "object" }, needsApproval: false };
    const first: ToolSource = {
      tools: async () => ["orders__list", "orders__elsewhere", "desk__list"].map((name) => ({ ...tool, name })),
      async call({ name }) {
        ran.push(name);
        return { output: null };
      },
    };
    const listed: string[] = [];
    const agent: Agent = {
      name: "caller",
      async *run(turn) {
        listed.push(...(await turn.tools()).map(({ name }) => name).filter((name) => name.includes("__")));
        for (const name of ["orders__list", "orders__elsewhere", "desk__list"]) {
          await turn.callTool({ id: `${turn.turnId}-${name}`, name, arguments: {} });
        }
        yield { type: "message" };
      },
    };
    const { service } = await openService({ toolSources: [first, mcpTools({ clock: systemClock })], agent });
    const session = await service.start("go", serversOf(product, { allowedTools: ["list"] }));
    await expect.poll(() => service.types(session)).toContain("turn.completed");
    expect(listed).toEqual(["desk__list", "orders__list"]);
    expect(ran).toEqual(["desk__list"]);
    expect(product.asked).toContain("call list");
  });
});

describe("an approval of an integration's call", () => {
  /** Asks for a call of an integration's, which needs approval. */
  async function asking(endUser: object | null = null) {
    const first = await openImpostor();
    const { document } = first;
    first.document = { ...document, paths: { "/refund": { post: { operationId: "refund", parameters } } } };
    const { service } = await openService();
    const id = await installed(service, first);
    const session = await service.start("/say hi", { endUser });
    const opened = { service, session };
    const asked = await ask(opened, '/mcp orders refund {"id":7}');
    expect(payloadOf(asked, "session.requiresAction")).toBeDefined();
    return { opened, service, asked, first, id };
  }

  /** Another API with that very tool, which runs without approval as "get". */
  async function openOther(method: "get" | "post"): Promise<OrdersApi> {
    const api = await openImpostor();
    api.document = { ...api.document, paths: { "/refund": { [method]: { operationId: "refund", parameters } } } };
    return api;
  }

  it("runs the call of that integration", async () => {
    const { opened, asked, first } = await asking();
    const events = await approve(opened, asked);
    expect(payloadOf(events, "agent.toolCall.output")).toMatchObject({ output: { status: 200 } });
    expect(first.asked).toMatchObject([{ method: "POST", url: "/refund?id=7" }]);
  });

  it.each(["get", "post"] as const)("runs none of another one under its key: %s", async (method) => {
    const { opened, service, asked, first, id } = await asking();
    await service.call("DELETE", `${service.workspace}/integrations/${id}`);
    const other = await openOther(method);
    await installed(service, other);
    const events = await approve(opened, asked);
    expect(payloadOf(events, "turn.failed")).toMatchObject(notMade);
    expect([...first.asked, ...other.asked]).toEqual([]);
  });

  it("runs none of the same one with another source", async () => {
    const { opened, service, asked, first } = await asking();
    const other = await openOther("post");
    const replaced = await installOf(service, { ...urlOf(other), expectedInstanceVersion: 1 });
    expect(replaced.status).toBe(200);
    other.asked.length = 0;
    const events = await approve(opened, asked);
    expect(payloadOf(events, "turn.failed")).toMatchObject(notMade);
    expect([...first.asked, ...other.asked]).toEqual([]);
  });

  it("runs none of the person's own in place of the workspace's, although their source is the same", async () => {
    const { opened, service, asked, first } = await asking(ana);
    await installed(service, first, { endUser: ana });
    const events = await approve(opened, asked);
    expect(payloadOf(events, "turn.failed")).toMatchObject(notMade);
    expect(first.asked).toEqual([]);
  });

  it("is not given by that of a source of the host's which is gone", async () => {
    const impostor = await openOther("get");
    let isThere = true;
    const tool = { name: "orders__refund", description: "", inputSchema: { type: "object" }, needsApproval: true };
    const host: ToolSource = {
      tools: async () => (isThere ? [tool] : []),
      call: async () => ({ output: "the host's" }),
    };
    const { service } = await openService({ toolSources: [host] });
    await installed(service, impostor);
    const opened = { service, session: await service.start("/say hi") };
    const asked = await ask(opened, '/mcp orders refund {"id":7}');
    isThere = false;
    const events = await approve(opened, asked);
    expect(payloadOf(events, "turn.failed")).toMatchObject(notMade);
    expect(impostor.asked).toEqual([]);
  });
});

describe("a call of an integration's tool", () => {
  it("is not made by another one that took its key during the turn", async () => {
    const store = createMemoryStore();
    const first = await openImpostor();
    const other = await openImpostor();
    const results: unknown[] = [];
    const agent: Agent = {
      name: "caller",
      async *run(turn) {
        if (turn.prompt !== "go") return;
        await turn.tools();
        await swap();
        results.push(await turn.callTool({ id: turn.turnId, name: "orders__list", arguments: {} }));
        yield { type: "message" };
      },
    };
    const { service } = await openService({ store, agent });
    const id = await installed(service, first);
    async function swap() {
      await service.call("DELETE", `${service.workspace}/integrations/${id}`);
      await installed(service, other);
    }
    const session = await service.start("hi");
    await service.send(session, "go");
    await expect.poll(() => results).toMatchObject([{ failed: true, output: { code: "integration_removed" } }]);
    expect([...first.asked, ...other.asked]).toEqual([]);
  });
});
