import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AgentTool } from "../../src/app.js";
import { systemClock } from "../../src/clock.js";
import { mcpTools } from "../../src/mcp/mcp-tools.js";
import { isToolName } from "../../src/tools/tool-name.js";
import { harness } from "../harness.js";

type Listed = Pick<Tool, "name"> & Partial<Tool>;

/** A server with these tools. It keeps the names of the calls. */
async function openServer(tools: Listed[]) {
  const called: string[] = [];
  const listener = createServer(async (request, response) => {
    const server = new Server({ name: "x", version: "1" }, { capabilities: { tools: {} } });
    const listed = tools.map((tool): Tool => tool && { inputSchema: { type: "object" }, ...tool });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
      called.push(params.name);
      return { content: [{ type: "text" as const, text: params.name }] };
    });
    const transport = new StreamableHTTPServerTransport({});
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    listener.closeAllConnections();
    await new Promise((resolve) => listener.close(resolve));
  });
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`, called, tools };
}

type Opened = Awaited<ReturnType<typeof openServer>>;

/** A session with the server's tools, whose scripted agent calls them with `/call`. */
async function open({ url }: Opened, fields: object = {}) {
  const leftOut: { toolName: string; reason: string; serverId: string }[] = [];
  const source = mcpTools({ clock: systemClock, onLeftOut: (tool) => void leftOut.push(tool) });
  const listed: AgentTool[] = [];
  const service = await harness({
    toolSources: [
      {
        ...source,
        async tools(context) {
          const tools = await source.tools(context);
          listed.splice(0, listed.length, ...tools);
          return tools;
        },
      },
    ],
  });
  const session = await service.start("/say hi", { mcpServers: [{ id: "orders", url, ...fields }] });
  async function ask(message: string) {
    const before = (await service.log(session)).length;
    await service.send(session, message);
    await expect
      .poll(async () => (await service.types(session)).slice(before))
      .toEqual(expect.arrayContaining([expect.stringMatching(/^(turn\.(completed|failed)|session\.requiresAction)$/)]));
    return (await service.log(session)).slice(before);
  }
  await ask("/call orders__none {}");
  return { service, session, ask, leftOut, listed, names: listed.map(({ name }) => name) };
}

const outputOf = (events: readonly { type: string; payload: unknown }[]) =>
  events.find(({ type }) => type === "agent.toolCall.output")?.payload;

function idOf(events: readonly { type: string; payload: unknown }[]): string {
  const created = events.find(({ type }) => type === "agent.toolCall.created");
  return (created!.payload as { readonly id: string }).id;
}

describe("the name of a server's tool", () => {
  it("is one that providers of models take, and its call reaches the tool", async () => {
    const long = "x".repeat(60);
    const server = await openServer([{ name: "orders.list" }, { name: long }, { name: "größe" }, { name: "…" }]);
    const { names, ask, service, session } = await open(server);
    expect(names.filter(isToolName)).toHaveLength(4);
    expect(names).toEqual([
      "orders__orders_list",
      expect.stringMatching(/^orders__x{47}_[0-9a-f]{8}$/),
      "orders__gr_e",
      "orders__operation",
    ]);
    for (const name of names) await ask(`/call ${name} {}`);
    expect(server.called).toEqual(["orders.list", long, "größe", "…"]);
    const calls = (await service.log(session)).filter(({ type }) => type === "agent.toolCall.created");
    expect(calls.slice(1).map(({ payload }) => (payload as { name: string }).name)).toEqual(names);
  });

  it("stays as it is where providers take it, whatever other tools are called", async () => {
    const own = ["_list", "a__b", "List", "list", "-", "y".repeat(56)];
    const server = await openServer([{ name: "a.list" }, { name: "a_list" }, ...own.map((name) => ({ name }))]);
    const { names, ask } = await open(server);
    const [changed, ...others] = names;
    expect(others).toEqual(["a_list", ...own].map((name) => `orders__${name}`));
    expect(changed).toMatch(/^orders__a_list_[0-9a-f]{8}$/);
    await ask("/call orders__a_list {}");
    await ask(`/call ${changed} {}`);
    expect(server.called).toEqual(["a_list", "a.list"]);
  });

  it("in requireApproval and allowedTools is the server's own", async () => {
    const server = await openServer([{ name: "orders.refund" }, { name: "orders.list" }, { name: "other" }]);
    const names = ["orders.refund", "orders.list"];
    const opened = await open(server, { requireApproval: ["orders.refund"], allowedTools: names });
    expect(opened.listed.map(({ name, needsApproval }) => [name, needsApproval])).toEqual([
      ["orders__orders_refund", true],
      ["orders__orders_list", false],
    ]);
    const asked = await opened.ask("/call orders__orders_refund {}");
    const id = idOf(asked);
    const payload = { approvalId: id, decision: "approve" };
    await opened.service.call("POST", `${opened.session}/events`, { type: "user.approvalDecision", payload });
    await expect.poll(() => server.called).toEqual(["orders.refund"]);
  });

  it("opens no other tool with an approval, where the server has one of that very name since", async () => {
    const server = await openServer([{ name: "orders.refund" }]);
    const opened = await open(server, { requireApproval: true });
    const asked = await opened.ask("/call orders__orders_refund {}");
    const id = idOf(asked);
    server.tools.splice(0, 1, { name: "orders_refund" });
    const fresh = [{ id: "orders", headers: { "x-token": "new" } }];
    const payload = { approvalId: id, decision: "approve", mcpCredentialUpdates: fresh };
    await opened.service.call("POST", `${opened.session}/events`, { type: "user.approvalDecision", payload });
    await expect.poll(() => opened.service.types(opened.session)).toContain("turn.failed");
    expect((await opened.service.log(opened.session)).at(-2)?.payload).toMatchObject({ code: "approval_required" });
    expect(server.called).toEqual([]);
  });
});

describe("a tool that is out of bounds", () => {
  const deep = JSON.parse(`${'{"items":'.repeat(300)}1${"}".repeat(300)}`) as object;

  it.each<[string, Listed, RegExp]>([
    ["its description", { name: "big", description: "x".repeat(8_193) }, /description of more than 8192/],
    ["its schema", { name: "big", inputSchema: { type: "object", title: "x".repeat(32_768) } }, /schema of more/],
    ["a schema that is none", { name: "big", inputSchema: "any" as never }, /malformed: inputSchema/],
    ["a hint that is none", { name: "big", annotations: { readOnlyHint: "yes" as never } }, /malformed: annotations/],
    ["the levels of its schema", { name: "big", inputSchema: { type: "object", properties: { deep } } }, /too deep/],
  ])("for %s is left out with a note, and the others are listed", async (_, tool, reason) => {
    const server = await openServer([tool, { name: "list" }]);
    const { names, leftOut, ask } = await open(server);
    expect(names).toEqual(["orders__list"]);
    expect(leftOut).toEqual([
      { toolName: tool.name, serverId: "orders", sessionId: expect.any(String), reason: expect.stringMatching(reason) },
    ]);
    expect(outputOf(await ask(`/call orders__${tool.name} {}`))).toMatchObject({
      failed: true,
      output: { code: "tool_unknown", message: expect.stringMatching(reason) },
    });
    expect(server.called).toEqual([]);
  });

  it("for having no name is left out, and the others are listed", async () => {
    const { names, leftOut } = await open(await openServer([{} as Listed, null as never, { name: "list" }]));
    expect(names).toEqual(["orders__list"]);
    expect(leftOut.map(({ toolName }) => toolName)).toEqual(["(a tool without a name)", "(a tool without a name)"]);
  });

  it("for its name is left out with a note that has the beginning of the name", async () => {
    const name = "x".repeat(129);
    const { names, leftOut } = await open(await openServer([{ name }, { name: "list" }]));
    expect(names).toEqual(["orders__list"]);
    expect(leftOut).toMatchObject([{ toolName: name.slice(1), reason: "has a name of more than 128 characters" }]);
  });

  it("for a header's value in its name is left out, and no note quotes the value", async () => {
    const server = await openServer([{ name: "list" }, { name: "get_s3cret-and-long" }]);
    const { names, leftOut } = await open(server, { headers: { Authorization: "Bearer s3cret-and-long" } });
    expect(names).toEqual(["orders__list"]);
    expect(leftOut).toMatchObject([{ toolName: "get_[hidden]" }]);
  });

  it("for a name that another one would get is left out", async () => {
    const server = await openServer([{ name: "a.b" }, { name: "a_b" }]);
    const taken = (await open(server)).names[0]!.slice("orders__".length);
    server.tools.push({ name: taken });
    const { names, leftOut } = await open(server);
    expect(names).toEqual(["orders__a_b", `orders__${taken}`]);
    expect(leftOut).toMatchObject([{ toolName: "a.b" }]);
  });
});
