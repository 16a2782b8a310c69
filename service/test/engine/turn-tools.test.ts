import { describe, expect, it } from "vitest";
import type { Agent, AgentStep, AgentTurn, ToolCall, ToolContext, ToolResult, ToolSource } from "../../src/app.js";
import { decisionOf } from "../../src/agent/decisions-of.js";
import { harness, type Harness } from "../harness.js";

/** Tools that return their arguments. */
function echo(called: ToolCall[] = []): ToolSource {
  const tool = { description: "Says what it was given.", inputSchema: { type: "object" }, needsApproval: false };
  return {
    tools: async () => [
      { ...tool, name: "echo" },
      { ...tool, name: "orders__refund", needsApproval: true },
      { ...tool, name: "orders__cancel", needsApproval: true },
    ],
    async call(call) {
      called.push(call);
      return { output: { heard: call.arguments }, events: [{ type: "memory.saved", payload: { kind: "fact" } }] };
    },
  };
}

function agentOf(run: (turn: AgentTurn) => AsyncGenerator<AgentStep, void, void>): Agent {
  return { name: "test", run };
}

const told = (events: readonly { type: string; payload: unknown }[]) =>
  events.filter(({ type }) => type.startsWith("agent.toolCall") || type.startsWith("memory."));

async function approve(service: Harness, session: string, decision = "approve"): Promise<void> {
  const event = { type: "user.approvalDecision", payload: { approvalId: "c1", decision } };
  expect((await service.call("POST", `${session}/events`, event)).status).toBe(202);
}

const count = (types: readonly string[], wanted: string) => types.filter((type) => type === wanted).length;

describe("an agent's tools", () => {
  it("are listed for the session, and a call is logged with its outcome and its effects", async () => {
    const called: ToolCall[] = [];
    const seen: unknown[] = [];
    const agent = agentOf(async function* (turn) {
      const hosts = (await turn.tools()).filter(({ name }) => !/^(sessions?|memory|schedule)_/.test(name));
      seen.push(hosts.map(({ name, needsApproval }) => [name, needsApproval]));
      seen.push(await turn.callTool({ id: "c1", name: "echo", arguments: { a: 1 } }));
      yield { type: "message" };
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    expect(seen).toEqual([
      [
        ["echo", false],
        ["orders__refund", true],
        ["orders__cancel", true],
      ],
      { output: { heard: { a: 1 } }, failed: false },
    ]);
    expect(called).toEqual([{ id: "c1", name: "echo", arguments: { a: 1 } }]);
    expect(told(await service.log(session))).toMatchObject([
      { type: "agent.toolCall.created", payload: { id: "c1", name: "echo", arguments: { a: 1 } } },
      { type: "agent.toolCall.output", payload: { id: "c1", output: { heard: { a: 1 } } } },
      { type: "memory.saved", payload: { kind: "fact" } },
    ]);
    expect(service.faults).toEqual([]);
  });

  it("report to an agent that a called tool is missing", async () => {
    const results: unknown[] = [];
    const agent = agentOf(async function* (turn) {
      results.push(await turn.callTool({ id: "c1", name: "nothing", arguments: {} }));
      yield { type: "message" };
    });
    const service = await harness({ agent, toolSources: [echo()] });
    const session = await service.start("go");
    expect(results).toMatchObject([{ failed: true, output: { isError: true, code: "tool_unknown" } }]);
    expect((await service.types(session)).filter((type) => type.startsWith("turn."))).toEqual([
      "turn.queued",
      "turn.started",
      "turn.completed",
    ]);
  });

  it("run a tool that needs approval once it is approved, once, and not before", async () => {
    const called: ToolCall[] = [];
    const call = { id: "c1", name: "orders__refund", arguments: { id: 1 } };
    const agent = agentOf(async function* (turn) {
      if (turn.past.length === 0) {
        yield { type: "tool", ...call };
        yield { type: "ask", approvals: [call] };
      } else await turn.callTool(call);
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    expect(called).toEqual([]);
    await approve(service, session);
    await expect.poll(() => service.types(session)).toContain("turn.completed");
    expect(called).toEqual([call]);
    expect(told(await service.log(session)).map(({ type }) => type)).toEqual([
      "agent.toolCall.created",
      "agent.toolCall.output",
      "memory.saved",
    ]);
  });

  it.each([
    ["other arguments", { name: "orders__refund", arguments: { id: 2 } }],
    ["another tool", { name: "orders__cancel", arguments: { id: 1 } }],
  ])("that were approved do not run with %s", async (_, other) => {
    const called: ToolCall[] = [];
    const call = { id: "c1", name: "orders__refund", arguments: { id: 1 } };
    const agent = agentOf(async function* (turn) {
      if (turn.past.length === 0) yield { type: "ask", approvals: [call] };
      else await turn.callTool({ id: "c1", ...other });
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    await approve(service, session);
    await expect.poll(() => service.types(session)).toContain("turn.failed");
    expect(called).toEqual([]);
    expect((await service.log(session)).at(-2)).toMatchObject({ payload: { code: "approval_required" } });
  });

  it("are not approved by a decision on an earlier call with the same id", async () => {
    const called: ToolCall[] = [];
    const first = { id: "c1", name: "orders__refund", arguments: { id: 1 } };
    const second = { ...first, arguments: { id: 2 } };
    const agent = agentOf(async function* (turn) {
      const asked = turn.past.filter(({ type }) => type === "session.requiresAction").length;
      if (asked < 2) yield { type: "ask", approvals: [asked === 0 ? first : second] };
      else await turn.callTool(second);
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    await approve(service, session);
    await expect.poll(async () => count(await service.types(session), "session.requiresAction")).toBe(2);
    await approve(service, session, "reject");
    await expect.poll(() => service.types(session)).toContain("turn.failed");
    expect(called).toEqual([]);
  });

  it("run once for an id: another attempt gets the outcome from the log", async () => {
    const called: ToolCall[] = [];
    const results: unknown[] = [];
    const done = { id: "c0", name: "echo", arguments: { b: 1, a: { d: 1, c: 2 } } };
    const asked = { id: "c1", name: "orders__refund", arguments: {} };
    const agent = agentOf(async function* (turn) {
      results.push(await turn.callTool(done), await turn.callTool(done));
      if (decisionOf(turn.past, "c1") === null) yield { type: "ask", approvals: [asked] };
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    await approve(service, session);
    await expect.poll(() => service.types(session)).toContain("turn.completed");
    expect(called).toEqual([done]);
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ output: { heard: done.arguments }, failed: false })));
    expect(count(await service.types(session), "agent.toolCall.output")).toBe(1);
  });

  it.each([
    [
      "an answer",
      { output: { content: "x".repeat(100_000) } },
      { failed: false, output: { preview: expect.stringMatching(/^\{"content":"x/) } },
    ],
    [
      "a failure",
      { output: { isError: true, message: `No room. ${"x".repeat(100_000)}`, code: "full" }, failed: true },
      { failed: true, output: { isError: true, message: expect.stringMatching(/^No room\. x/), code: "full" } },
    ],
  ])("give of %s that is too large for the log its beginning, in every attempt the same", async (_, outcome, given) => {
    const results: ToolResult[] = [];
    const large: ToolSource = { ...echo(), call: async () => outcome };
    const agent = agentOf(async function* (turn) {
      results.push(await turn.callTool({ id: "c0", name: "echo", arguments: {} }));
      const call = { id: "c1", name: "orders__refund", arguments: {} };
      if (decisionOf(turn.past, "c1") === null) yield { type: "ask", approvals: [call] };
    });
    const service = await harness({ agent, toolSources: [large] });
    const session = await service.start("go");
    await approve(service, session);
    await expect.poll(() => service.types(session)).toContain("turn.completed");
    expect(results[1]).toEqual(results[0]);
    expect(results).toMatchObject([given, given]);
    expect(results).toMatchObject([0, 1].map(() => ({ output: { truncation: { truncated: true } } })));
    expect(told(await service.log(session)).at(-1)?.payload).toMatchObject({ truncation: { truncated: true } });
  });

  it("refuse an id that another call has", async () => {
    const called: ToolCall[] = [];
    const agent = agentOf(async function* (turn) {
      await turn.callTool({ id: "c1", name: "echo", arguments: { a: 1 } });
      await turn.callTool({ id: "c1", name: "echo", arguments: { a: 2 } });
      yield { type: "message" };
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    expect((await service.log(session)).at(-2)).toMatchObject({
      type: "turn.failed",
      payload: { code: "tool_call_reused" },
    });
    expect(called).toHaveLength(1);
  });

  it("that need a person's word end the turn of an agent that did not ask", async () => {
    const called: ToolCall[] = [];
    const agent = agentOf(async function* (turn) {
      yield { type: "reasoning", text: "I shall not ask." };
      await turn.callTool({ id: "c1", name: "orders__refund", arguments: {} });
    });
    const service = await harness({ agent, toolSources: [echo(called)] });
    const session = await service.start("go");
    expect(called).toEqual([]);
    expect((await service.log(session)).at(-2)).toMatchObject({
      type: "turn.failed",
      payload: { code: "approval_required" },
    });
  });

  it("are aborted when the turn is stopped, and their later output is not written", async () => {
    let context: ToolContext | undefined;
    let answer: ((output: { output: unknown }) => void) | undefined;
    const waiting: ToolSource = {
      tools: (given) => echo().tools(given),
      call: (_, given) => {
        context = given;
        return new Promise((resolve) => (answer = resolve));
      },
    };
    const agent = agentOf(async function* (turn) {
      await turn.callTool({ id: "c1", name: "echo", arguments: {} });
      yield { type: "message" };
    });
    const service = await harness({ agent, toolSources: [waiting] });
    const session = await service.start("go");
    expect(context?.signal.aborted).toBe(false);
    await service.call("POST", `${session}/events`, { type: "user.interrupt" });
    expect(context?.signal.aborted).toBe(true);
    answer?.({ output: "too late" });
    await service.send(session, "again");
    expect(JSON.stringify(await service.log(session))).not.toContain("too late");
    expect(service.faults).toEqual([]);
  });
});
