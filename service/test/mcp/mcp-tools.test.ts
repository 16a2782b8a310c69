// budget: one product's server answers every kind of call, and each way in which it can misbehave.
import { describe, expect, it, onTestFinished } from "vitest";
import type { AgentTool } from "../../src/app.js";
import { systemClock } from "../../src/clock.js";
import { mcpTools } from "../../src/mcp/mcp-tools.js";
import { harness, text, type Harness } from "../harness.js";
import { openProduct, type McpProduct } from "./mcp-product.js";

const secret = "s3cret-and-long-enough";

/** A service whose sessions have the product's tools, and one such session after its first message. */
async function open(product: McpProduct, fields: object = {}, first = "/say hi") {
  const tools: { now: () => number; after: Harness["clock"]["after"] } = {
    now: () => service.clock.now(),
    after: (ms, run) => service.clock.after(ms, run),
  };
  const service: Harness = await harness({ toolSources: [mcpTools({ clock: tools })] });
  const server = { id: "orders", url: product.url, headers: { Authorization: `Bearer ${secret}` }, ...fields };
  const session = await service.start(first, { mcpServers: [server] });
  return { service, session };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Sends a message and waits until its turn has ended, or waits for a person. */
async function ask({ service, session }: Opened, message: string) {
  const before = (await service.log(session)).length;
  await service.send(session, message);
  await expect
    .poll(async () => (await service.types(session)).slice(before))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^(turn\.(completed|failed)|session\.requiresAction)$/)]));
  return (await service.log(session)).slice(before);
}

/** Decides the requested call, and waits for its result. Returns the call's id. */
async function decide({ service, session }: Opened, asked: Awaited<ReturnType<typeof ask>>, decision: string) {
  const call = asked.find(({ type }) => type === "agent.toolCall.created");
  const { id } = (call?.payload ?? {}) as { id?: string };
  const payload = { approvalId: id, decision };
  await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload });
  await expect.poll(() => service.types(session)).toContain("agent.toolCall.output");
  return id;
}

const outputOf = (events: Awaited<ReturnType<typeof ask>>) =>
  events.find(({ type }) => type === "agent.toolCall.output")?.payload;
const typesOf = (events: Awaited<ReturnType<typeof ask>>) => events.map(({ type }) => type);

/** The warnings that Node gives until the test ends. */
function nodeWarnings(): readonly string[] {
  const warnings: string[] = [];
  const warned = ({ message }: Error) => void warnings.push(message);
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  return warnings;
}

describe("a product's tools", () => {
  it("are called with the session's credentials, and their data is in the log", async () => {
    const product = await openProduct(secret);
    const events = await ask(await open(product), "/mcp orders list {}");
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "agent.toolCall.created",
        payload: expect.objectContaining({ name: "orders__list", arguments: {} }),
      }),
    );
    expect(outputOf(events)).toMatchObject({ output: { orders: [{ id: 1 }] } });
    expect(product.asked).toEqual(["list of tools", "call list"]);
    await expect.poll(() => product.connections()).toBe(0);
  });

  it("of as many servers as a session may have are listed at once, without a warning of Node", async () => {
    const product = await openProduct();
    const warnings = nodeWarnings();
    const servers = Array.from({ length: 16 }, (_, index) => ({ id: `shop-${index}`, url: product.url }));
    const service = await harness({ toolSources: [mcpTools({ clock: systemClock })] });
    const session = await service.start("/say hi", { mcpServers: servers });
    expect(outputOf(await ask({ service, session }, "/mcp shop-15 list {}"))).toMatchObject({
      output: { orders: [{ id: 1 }] },
    });
    expect(warnings).toEqual([]);
  });

  it("on many pages are listed without a warning of Node", async () => {
    const product = await openProduct();
    const warnings = nodeWarnings();
    product.pages = 14;
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ output: { orders: [{ id: 1 }] } });
    expect(warnings).toEqual([]);
  });

  it("that need a person's word run once, when it is given, under a key that names the call", async () => {
    const product = await openProduct();
    const opened = await open(product, { requireApproval: ["refund"] });
    const asked = await ask(opened, '/mcp orders refund {"id":1}');
    expect(typesOf(asked)).toContain("session.requiresAction");
    expect(product.refunded).toEqual([]);
    const id = await decide(opened, asked, "approve");
    expect(product.refunded).toEqual([{ id: 1, key: `${opened.session.split("/").at(-1)}:${id}` }]);
  });

  it("that a person rejects do not run", async () => {
    const product = await openProduct();
    const opened = await open(product, { requireApproval: true });
    const asked = await ask(opened, '/mcp orders refund {"id":1}');
    await decide(opened, asked, "reject");
    expect(product.asked).toEqual(["list of tools"]);
  });

  it("are only those that the host allows", async () => {
    const product = await openProduct();
    const opened = await open(product, { allowedTools: ["list"] });
    expect(outputOf(await ask(opened, '/mcp orders refund {"id":1}'))).toMatchObject({
      failed: true,
      output: { code: "tool_unknown" },
    });
    expect(product.refunded).toEqual([]);
  });

  it("that fail report their server's message, and the turn continues", async () => {
    const product = await openProduct(secret);
    const opened = await open(product);
    const failed = await ask(opened, "/mcp orders fail {}");
    expect(outputOf(failed)).toMatchObject({
      failed: true,
      output: { isError: true, code: "mcp_tool_failed", message: "There is no such order." },
    });
    expect(typesOf(failed).at(-1)).not.toBe("turn.failed");
    const refused = outputOf(await ask(opened, "/mcp orders refuse {}"));
    expect(refused).toMatchObject({ failed: true, output: { code: "mcp_tool_failed" } });
    expect(JSON.stringify(refused)).toContain("refuse is not for you, [hidden]");
  });

  it.each([-32_000, -32_001, -32_602])("that the server refuses with the code %d report its message", async (code) => {
    const product = await openProduct();
    product.malformed = (id) => ({
      body: `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"Out of stock."}}`,
    });
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ failed: true, output: { code: "mcp_tool_failed" } });
    expect(JSON.stringify(output)).toContain("Out of stock.");
  });

  it.each([202, 204])("that are answered with %d and nothing else fail at once", async (status) => {
    const product = await openProduct();
    product.malformed = () => ({ body: "", status });
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ failed: true, output: { code: "mcp_answer_invalid" } });
  });

  it("with rejected credentials report that, in the log too", async () => {
    const product = await openProduct("another token");
    const opened = await open(product);
    const events = await ask(opened, "/mcp orders list {}");
    expect(outputOf(events)).toMatchObject({ failed: true, output: { code: "mcp_auth_needed" } });
    expect(events.find(({ type }) => type === "tool.auth_needed")?.payload).toEqual({
      serverId: "orders",
      toolName: "list",
      providerDomain: "127.0.0.1",
      reason: "expired",
    });
    expect(typesOf(events)).toContain("turn.completed");
    product.broken = 403;
    expect(
      (await ask(opened, "/mcp orders list {}")).find(({ type }) => type === "tool.auth_needed")?.payload,
    ).toMatchObject({ reason: "insufficient_scope" });
  });

  it("continue with fresh credentials of a message, and may then change", async () => {
    const product = await openProduct(secret);
    const opened = await open(product);
    await ask(opened, "/mcp orders list {}");
    product.token = "tomorrow's token";
    const fresh = [{ id: "orders", headers: { authorization: "Bearer tomorrow's token" } }];
    const before = (await opened.service.log(opened.session)).length;
    const body = { type: "user.message", payload: { text: "/mcp orders list {}", mcpCredentialUpdates: fresh } };
    expect((await opened.service.call("POST", `${opened.session}/events`, body)).status).toBe(202);
    await expect.poll(async () => outputOf((await opened.service.log(opened.session)).slice(before))).toBeDefined();
    const events = (await opened.service.log(opened.session)).slice(before);
    expect(outputOf(events)).toMatchObject({ output: { orders: [{ id: 1 }] } });
    expect(product.asked).toEqual(["list of tools", "call list", "list of tools", "call list"]);
  });

  it.each([
    ["a server that is not there", async (product: McpProduct) => product.close(), "mcp_transport_unavailable"],
    [
      "a server that is broken",
      async (product: McpProduct) => void (product.broken = 500),
      "mcp_transport_unavailable",
    ],
  ])("of %s fail and take nothing down", async (_, breakIt, code) => {
    const product = await openProduct();
    await breakIt(product);
    const opened = await open(product);
    const events = await ask(opened, "/mcp orders list {}");
    expect(outputOf(events)).toMatchObject({ failed: true, output: { code } });
    expect(typesOf(events)).toContain("turn.completed");
    expect(opened.service.faults).toEqual([]);
  });

  it("that answer too much fail", async () => {
    const product = await openProduct();
    expect(outputOf(await ask(await open(product), "/mcp orders large {}"))).toMatchObject({
      failed: true,
      output: { code: "mcp_answer_too_large" },
    });
  });

  const answerTo = (id: number, result: string) => ({ body: `{"jsonrpc":"2.0","id":${id},"result":${result}}` });
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

  it.each<[string, NonNullable<McpProduct["malformed"]>]>([
    ["a page", () => ({ body: "<html></html>", type: "text/html" })],
    ["no JSON", () => ({ body: "<html></html>" })],
    ["a result of another form", (id) => answerTo(id, '{"content":"text"}')],
    ["the result of another request", (id) => answerTo(id + 1_000, '{"content":[]}')],
    ["a result that exhausts the stack", (id) => answerTo(id, `{"content":[],"structuredContent":${nested(20_000)}}`)],
  ])("that answer with %s fail, without the advice to call again", async (_, malformed) => {
    const product = await openProduct();
    product.malformed = malformed;
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ failed: true, output: { code: "mcp_answer_invalid" } });
    expect(JSON.stringify(output)).not.toContain("Try again");
  });

  const type = "text/event-stream";

  it("whose stream ends without their result fail at once", async () => {
    const product = await openProduct();
    product.malformed = () => ({ body: ": nothing\n\n", type });
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ failed: true, output: { code: "mcp_transport_unavailable" } });
  });

  it.each([
    [
      "a progress notification for an unknown token",
      { method: "notifications/progress", params: { progressToken: 99, progress: 1 } },
    ],
    ["a progress notification without a token", { method: "notifications/progress", params: { progress: 1 } }],
    ["the response of another request", { id: 1_000, result: {} }],
    ["a message of no kind", { unexpected: true }],
  ])("succeed when their server also sends %s", async (_, stray) => {
    const product = await openProduct();
    const event = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
    const content = [{ type: "text", text: "Done." }];
    product.malformed = (id) => ({ body: event(stray) + event({ id, result: { content } }), type });
    expect(outputOf(await ask(await open(product), "/mcp orders list {}"))).toEqual(
      expect.objectContaining({ output: { content } }),
    );
  });

  it("whose stream ends with a malformed result fail, without the advice to call again", async () => {
    const product = await openProduct();
    product.malformed = () => ({ body: "data: <html></html>\n\n", type });
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ failed: true, output: { code: "mcp_answer_invalid" } });
  });

  it("whose stream ends after the id of an event resume it there", async () => {
    const product = await openProduct();
    const resumed: string[] = [];
    let asked = 0;
    product.malformed = (id) => {
      asked = id;
      return { body: "id: e-1\nretry: 1\ndata:\n\n", type };
    };
    product.rest = (lastEventId) => {
      resumed.push(lastEventId);
      return `data: ${answerTo(asked, '{"content":[{"type":"text","text":"The rest."}]}').body}\n\n`;
    };
    const output = outputOf(await ask(await open(product), "/mcp orders list {}"));
    expect(output).toMatchObject({ output: { content: [{ text: "The rest." }] } });
    expect(resumed).toEqual(["e-1"]);
  });

  it("that answer with deep JSON are in the log as its beginning", async () => {
    const product = await openProduct();
    product.malformed = (id) => answerTo(id, `{"content":[],"structuredContent":${nested(2_000)}}`);
    expect(outputOf(await ask(await open(product), "/mcp orders list {}"))).toMatchObject({
      preview: expect.stringMatching(/^\{"a":\{"a":/),
      truncation: { reason: "payload_too_deep" },
    });
  });

  it("that never answer fail when their time is over", async () => {
    const product = await openProduct();
    const opened = await open(product, { timeoutMs: 5_000 });
    await opened.service.send(opened.session, "/mcp orders hang {}");
    await expect.poll(() => product.asked).toContain("call hang");
    await opened.service.clock.advance(5_000);
    await expect.poll(() => opened.service.types(opened.session)).toContain("agent.toolCall.output");
    expect(outputOf(await opened.service.log(opened.session))).toMatchObject({
      failed: true,
      output: { code: "mcp_transport_timeout" },
    });
    await expect.poll(() => product.connections()).toBe(0);
  });

  it("whose answer breaks off fail at once", async () => {
    const product = await openProduct();
    const opened = await open(product);
    await opened.service.send(opened.session, "/mcp orders hang {}");
    await expect.poll(() => product.asked).toContain("call hang");
    product.cut();
    await expect.poll(() => opened.service.types(opened.session)).toContain("agent.toolCall.output");
    expect(outputOf(await opened.service.log(opened.session))).toMatchObject({
      failed: true,
      output: { code: "mcp_transport_unavailable", message: expect.stringMatching(/is not known/) },
    });
  });

  it("are left when the turn is stopped", async () => {
    const product = await openProduct();
    const opened = await open(product);
    await opened.service.send(opened.session, "/mcp orders hang {}");
    await expect.poll(() => product.asked).toContain("call hang");
    await opened.service.call("POST", `${opened.session}/events`, { type: "user.interrupt" });
    await expect.poll(() => product.connections()).toBe(0);
    expect(await opened.service.types(opened.session)).toContain("turn.cancelled");
    expect(opened.service.faults).toEqual([]);
    expect(opened.service.clock.pending).toBe(0);
  });

  it("of a server that keeps sessions leave none behind, also when the turn is stopped", async () => {
    const product = await openProduct();
    product.keepsSessions = true;
    const opened = await open(product);
    expect(outputOf(await ask(opened, "/mcp orders list {}"))).toMatchObject({ output: { orders: [{ id: 1 }] } });
    await expect.poll(() => product.asked).toEqual(["list of tools", "end of session", "call list", "end of session"]);
    await opened.service.send(opened.session, "/mcp orders hang {}");
    await expect.poll(() => product.asked).toContain("call hang");
    await opened.service.call("POST", `${opened.session}/events`, { type: "user.interrupt" });
    await expect.poll(() => product.asked.slice(4)).toEqual(["call hang", "end of session"]);
    await expect.poll(() => product.connections()).toBe(0);
  });

  it("are asked for once a minute", async () => {
    const product = await openProduct();
    const opened = await open(product);
    await ask(opened, "/mcp orders list {}");
    await ask(opened, "/mcp orders list {}");
    expect(product.asked).toEqual(["list of tools", "call list", "call list"]);
    await opened.service.clock.advance(60_000);
    await ask(opened, "/mcp orders list {}");
    expect(product.asked.slice(3)).toEqual(["list of tools", "call list"]);
  });

  it("are not asked for when another source has the tool that is called", async () => {
    const product = await openProduct();
    const tool = { name: "echo", description: "Echoes.", inputSchema: { type: "object" }, needsApproval: false };
    const own = { tools: async () => [tool], call: async () => ({ output: "own" }) };
    const service = await harness({
      toolSources: [own, mcpTools({ clock: systemClock })],
      agent: {
        name: "caller",
        async *run(turn) {
          await turn.callTool({ id: "c1", name: "echo", arguments: {} });
          yield { type: "message" };
        },
      },
    });
    const session = await service.start("go", { mcpServers: [{ id: "orders", url: product.url }] });
    await expect.poll(() => service.types(session)).toContain("turn.completed");
    expect(product.asked).toEqual([]);
  });

  it("report their requirements to an agent that lists them", async () => {
    const product = await openProduct();
    let listed: readonly AgentTool[] = [];
    const service = await harness({
      toolSources: [mcpTools({ clock: systemClock })],
      agent: {
        name: "lister",
        async *run(turn) {
          listed = await turn.tools();
          yield { type: "message" };
        },
      },
    });
    const server = { id: "orders", url: product.url, allowedTools: ["list", "refund"], requireApproval: ["refund"] };
    await service.start("go", { mcpServers: [server] });
    await expect
      .poll(() => listed.filter(({ name }) => name.includes("__")))
      .toEqual([
        {
          name: "orders__list",
          description: "Lists the orders.",
          inputSchema: { type: "object" },
          needsApproval: false,
        },
        {
          name: "orders__refund",
          description: "Refunds an order.",
          inputSchema: { type: "object" },
          needsApproval: true,
        },
      ]);
  });
});

describe("a header value", () => {
  it("is nowhere in what a session's readers see, even when the server quotes it", async () => {
    const product = await openProduct(secret);
    const opened = await open(product);
    await ask(opened, "/mcp orders echo {}");
    product.token = null;
    product.broken = 400;
    await ask(opened, "/mcp orders echo {}");
    const { service, session } = opened;
    const seen = await Promise.all([
      service.call("GET", session),
      service.log(session),
      service.call("GET", `${service.workspace}/sessions?view=page`),
      service.call("GET", `${session}/turns`),
      service.call("GET", `/v1/organizations/${service.app.organizationId}/sessions`),
    ]);
    expect(JSON.stringify(seen)).not.toContain(secret);
    expect(text(seen[0].body["mcpServers"]?.[0]?.["id"])).toBe("orders");
    expect(JSON.stringify(outputOf(seen[1]))).toContain("[hidden]");
  });
});
