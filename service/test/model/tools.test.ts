import type { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { createMemoryStore, type ToolCall, type ToolSource } from "../../src/app.js";
import { createModelAgent } from "../../src/model/model-agent.js";
import { harness } from "../harness.js";
import {
  calls,
  decide,
  ends,
  fakeModel,
  payloads,
  promptOf,
  says,
  talk,
  thinks,
  type Answer,
  type Talk,
} from "./fake-model.js";

const done: Answer = [...says("Done."), ends()];
const wants = (...chunks: Answer[]): Answer => [...chunks.flat(), ends("tool-calls")] as Answer;
const refund = (id: string, order = 1) => calls(id, "orders__refund", { order });

/** A product's tools, one of which a person must approve. */
function orders(called: ToolCall[] = []): ToolSource {
  const tool = { description: "", inputSchema: { type: "object" }, needsApproval: false };
  return {
    tools: async () => [
      { ...tool, name: "orders__list" },
      { ...tool, name: "orders__refund", needsApproval: true },
    ],
    async call(call) {
      called.push(call);
      return { output: { ok: call.name } };
    },
  };
}

const approval = (approvalId: string, decision: "approve" | "reject", message?: string) =>
  ["user.approvalDecision", { approvalId, decision, ...(message !== undefined && { message }) }] as const;

/** The results of its calls in the model's last step. */
function resultsTold(model: MockLanguageModelV3) {
  const last = promptOf(model, model.doStreamCalls.length - 1)?.findLast(({ role }) => role === "tool");
  return (last?.content ?? []) as { toolCallId: string; output: { type: string; value: unknown } }[];
}

const outputs = (opened: Talk) => payloads(opened, "agent.toolCall.output");
const ids = (told: readonly { readonly id?: unknown }[]) => told.map(({ id }) => id);

describe("the tools of a model", () => {
  it("are the session's own, and their outcomes are passed to its next step", async () => {
    const model = fakeModel(wants(calls("call-memory", "memory_save", { text: "Ana likes tea" })), done);
    const opened = await talk(model, "Keep it");
    const offered = model.doStreamCalls[0]?.tools?.map(({ name }) => name);
    expect(offered).toEqual(expect.arrayContaining(["memory_save", "sessions_list", "ask_user"]));
    expect(await payloads(opened, "agent.toolCall.created")).toEqual([
      { id: "call-memory", name: "memory_save", arguments: { text: "Ana likes tea" } },
    ]);
    const [told] = await outputs(opened);
    expect(told).toMatchObject({ id: "call-memory", output: { text: "Ana likes tea", deduped: false } });
    expect(resultsTold(model)).toMatchObject([{ toolCallId: "call-memory", output: { value: told?.["output"] } }]);
    expect(await payloads(opened, "memory.saved")).toHaveLength(1);
  });

  it("are called one after the other when it requests several, each with its own result", async () => {
    const called: ToolCall[] = [];
    const both = wants(calls("call-first", "orders__list", { n: 1 }), calls("call-second", "orders__list", { n: 2 }));
    const model = fakeModel(both, done);
    const opened = await talk(model, "Both", { app: { toolSources: [orders(called)] } });
    expect(ids(called)).toEqual(["call-first", "call-second"]);
    expect((await opened.service.types(opened.session)).filter((type) => type.includes("toolCall"))).toEqual([
      "agent.toolCall.created",
      "agent.toolCall.output",
      "agent.toolCall.created",
      "agent.toolCall.output",
    ]);
    expect(resultsTold(model).map(({ toolCallId }) => toolCallId)).toEqual(["call-first", "call-second"]);
  });

  it.each([
    ["a tool that is not there", calls("call-first", "nothing", {}), "tool_unknown", "There is no tool nothing"],
    ["arguments that do not fit", calls("call-first", "memory_save", { text: 7 }), "arguments_invalid", '"text"'],
    ["arguments that are no JSON", calls("call-first", "memory_save", '{"text": "Ana'), "arguments_invalid", "no JSON"],
    [
      "questions that ask nothing",
      calls("call-first", "ask_user", { questions: [] }),
      "arguments_invalid",
      "questions",
    ],
  ])("report %s, and it may try again", async (_what, wanted, code, words) => {
    const again = calls("call-second", "memory_save", { text: "Ana likes tea" });
    const model = fakeModel(wants(wanted), wants(again), done);
    const opened = await talk(model, "Keep it");
    const [failed, kept] = await outputs(opened);
    expect(failed).toMatchObject({ id: "call-first", failed: true, output: { isError: true, code } });
    expect(kept).toMatchObject({ id: "call-second", output: { text: "Ana likes tea" } });
    const told = promptOf(model, 1)?.at(-1)?.content;
    expect(told).toMatchObject([{ toolCallId: "call-first", output: { type: "error-json", value: { code } } }]);
    expect(JSON.stringify(told)).toContain(JSON.stringify(words).slice(1, -1));
    expect(await payloads(opened, "turn.completed")).toEqual([{ output: "Done." }]);
  });

  it("keep their calls apart where its server counts them from the same number each time", async () => {
    const called: ToolCall[] = [];
    const list = wants(calls("call_0", "orders__list", {}));
    const opened = await talk(fakeModel(list, list, done), "Twice", { app: { toolSources: [orders(called)] } });
    expect(called).toHaveLength(2);
    expect(new Set(ids(called)).size).toBe(2);
    expect(await payloads(opened, "turn.completed")).toHaveLength(1);
  });

  it("go back to it with what its provider has signed", async () => {
    const model = fakeModel(wants(thinks("Hm."), calls("call-first", "sessions_list", {})), done);
    await talk(model, "Go");
    expect(promptOf(model, 1)?.[1]?.content).toMatchObject([
      { type: "reasoning", text: "Hm.", providerOptions: { fake: { signature: "signed" } } },
      { type: "tool-call", toolCallId: "call-first" },
    ]);
  });
});

describe("a call that a person must approve", () => {
  it("waits for approval, is made once approved, and its outcome is reported", async () => {
    const called: ToolCall[] = [];
    const model = fakeModel(wants(refund("call-refund")), done);
    const opened = await talk(model, "Refund it", { app: { toolSources: [orders(called)] } });
    const asked = await payloads(opened, "session.requiresAction");
    expect(asked).toMatchObject([
      { approvals: [{ id: "call-refund", name: "orders__refund", arguments: { order: 1 } }] },
    ]);
    expect(called).toEqual([]);
    await decide(opened, ...approval("call-refund", "approve"));
    expect(called).toEqual([{ id: "call-refund", name: "orders__refund", arguments: { order: 1 } }]);
    expect(await payloads(opened, "agent.toolCall.created")).toHaveLength(1);
    expect(model.doStreamCalls).toHaveLength(2);
    expect(promptOf(model, 1)).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ toolCallId: "call-refund", input: { order: 1 } }] },
      { role: "tool", content: [{ toolCallId: "call-refund", output: { value: { ok: "orders__refund" } } }] },
    ]);
    expect(await payloads(opened, "turn.completed")).toEqual([{ output: "Done." }]);
  });

  it.each([["Not before Monday."], [undefined]])(
    "is not made when it is rejected, and the model is informed: %s",
    async (message) => {
      const called: ToolCall[] = [];
      const model = fakeModel(wants(refund("call-refund")), done);
      const opened = await talk(model, "Refund it", { app: { toolSources: [orders(called)] } });
      await decide(opened, ...approval("call-refund", "reject", message));
      expect(called).toEqual([]);
      expect(await outputs(opened)).toMatchObject([{ failed: true, output: { rejected: true } }]);
      const [told] = resultsTold(model);
      expect(told).toMatchObject({ toolCallId: "call-refund", output: { type: "error-json" } });
      expect(JSON.stringify(told)).toContain(message ?? "gave no reason");
    },
  );

  it("is not made when it was rejected, though its product needs no word for it any more", async () => {
    const called: ToolCall[] = [];
    const before = orders(called);
    let needsApproval = true;
    const changing: ToolSource = {
      ...before,
      tools: async (context) => (await before.tools(context)).map((tool) => ({ ...tool, needsApproval })),
    };
    const model = fakeModel(wants(refund("call-refund")), done);
    const opened = await talk(model, "Refund it", { app: { toolSources: [changing] } });
    needsApproval = false;
    await decide(opened, ...approval("call-refund", "reject"));
    expect(called).toEqual([]);
    expect(JSON.stringify(resultsTold(model))).toContain("A person rejected this call");
  });

  it("waits with the others of its step, while those that need no word are made at once", async () => {
    const called: ToolCall[] = [];
    const step = wants(refund("call-one", 1), calls("call-list", "orders__list", {}), refund("call-two", 2));
    const model = fakeModel(step, done);
    const opened = await talk(model, "Refund both", { app: { toolSources: [orders(called)] } });
    expect(ids(called)).toEqual(["call-list"]);
    const [asked] = await payloads(opened, "session.requiresAction");
    expect(ids(asked?.["approvals"] as { id: string }[])).toEqual(["call-one", "call-two"]);
    await decide(opened, ...approval("call-two", "approve"));
    expect(ids(called)).toEqual(["call-list"]);
    await decide(opened, ...approval("call-one", "reject", "Not that one."));
    expect(ids(called)).toEqual(["call-list", "call-two"]);
    expect(model.doStreamCalls).toHaveLength(2);
    const results = resultsTold(model);
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(["call-one", "call-list", "call-two"]);
    expect(JSON.stringify(results[0])).toContain("Not that one.");
  });

  it("is made once by a service that was closed while it waited and opened again", async () => {
    const called: ToolCall[] = [];
    const store = createMemoryStore();
    const first = fakeModel(wants(says("I ask."), calls("call-list", "orders__list", {}), refund("call-refund")));
    const { service, session } = await talk(first, "Refund it", { app: { store, toolSources: [orders(called)] } });
    const { organizationId, apiKey } = service.app;
    await service.app.close();

    const second = fakeModel(done);
    const again = await harness({
      store,
      credentials: { organizationId, apiKey },
      agent: createModelAgent({ model: second }),
      toolSources: [orders(called)],
    });
    const opened = { service: again, session };
    await decide(opened, ...approval("call-refund", "approve"));
    expect(ids(called)).toEqual(["call-list", "call-refund"]);
    expect(first.doStreamCalls).toHaveLength(1);
    expect(promptOf(second, 0)).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ text: "I ask." }, { toolCallId: "call-list" }, { toolCallId: "call-refund" }] },
      { role: "tool", content: [{ toolCallId: "call-list" }, { toolCallId: "call-refund" }] },
    ]);
    expect(ids(await payloads(opened, "agent.toolCall.created"))).toEqual(["call-list", "call-refund"]);
    expect(await payloads(opened, "turn.completed")).toEqual([{ output: "Done." }]);
  });

  it("counts its step in every attempt towards the most that a turn may have", async () => {
    const model = fakeModel(wants(refund("call-one")), wants(refund("call-two")), done);
    const opened = await talk(model, "Refund both", { agent: { maxSteps: 2 }, app: { toolSources: [orders()] } });
    await decide(opened, ...approval("call-one", "approve"));
    await decide(opened, ...approval("call-two", "approve"));
    expect(model.doStreamCalls).toHaveLength(2);
    expect(await payloads(opened, "turn.completed")).toMatchObject([{ output: expect.stringContaining("2 times") }]);
  });
});

describe("ask_user", () => {
  const questions = [
    { question: "Which season?", choices: ["Spring", "Autumn"], allowOther: true },
    { question: "What else?", choices: ["Food", "Music"], several: true },
    { question: "Its name?", required: false },
  ];

  it("asks the person, and the answers are its result, in words", async () => {
    const model = fakeModel(wants(calls("call-ask", "ask_user", { questions })), done);
    const opened = await talk(model, "Plan it");
    const [asked] = await payloads(opened, "session.humanInput.requested");
    expect(asked).toMatchObject({
      request: {
        id: "call-ask",
        toolCallId: "call-ask",
        allowSkip: false,
        expiresAt: null,
        questions: [
          { kind: "single_select", prompt: "Which season?", options: [{ label: "Spring" }, { label: "Autumn" }] },
          { kind: "multi_select", prompt: "What else?", required: true },
          { kind: "text", prompt: "Its name?", required: false },
        ],
      },
    });
    const answers = [
      { questionId: "q1", values: [], other: "Winter" },
      { questionId: "q2", values: ["c1", "c2"] },
      { questionId: "q3", values: ["Boats"] },
    ];
    const response = { outcome: "answered", answers };
    await decide(opened, "user.humanInputResponse", { requestId: "call-ask", response });
    const output = {
      outcome: "answered",
      answers: [
        { question: "Which season?", answer: ["Winter"] },
        { question: "What else?", answer: ["Food", "Music"] },
        { question: "Its name?", answer: ["Boats"] },
      ],
    };
    expect(await outputs(opened)).toEqual([{ id: "call-ask", output }]);
    expect(resultsTold(model)).toMatchObject([{ toolCallId: "call-ask", output: { type: "json", value: output } }]);
    expect(await payloads(opened, "turn.completed")).toEqual([{ output: "Done." }]);
  });

  it("informs the model that the person skipped", async () => {
    const model = fakeModel(wants(calls("call-ask", "ask_user", { questions, allowSkip: true })), done);
    const opened = await talk(model, "Plan it");
    await decide(opened, "user.humanInputResponse", { requestId: "call-ask", response: { outcome: "skipped" } });
    expect(resultsTold(model)).toMatchObject([{ output: { value: { outcome: "skipped" } } }]);
  });

  it("asks beside approvals of the same step", async () => {
    const called: ToolCall[] = [];
    const step = wants(calls("call-ask", "ask_user", { questions: [{ question: "Why?" }] }), refund("call-refund"));
    const model = fakeModel(step, done);
    const opened = await talk(model, "Both", { app: { toolSources: [orders(called)] } });
    await decide(opened, ...approval("call-refund", "approve"));
    expect(called).toEqual([]);
    const response = { outcome: "answered", answers: [{ questionId: "q1", values: ["It broke."] }] };
    await decide(opened, "user.humanInputResponse", { requestId: "call-ask", response });
    expect(ids(called)).toEqual(["call-refund"]);
    expect(model.doStreamCalls).toHaveLength(2);
    expect(resultsTold(model)).toMatchObject([{ toolCallId: "call-ask" }, { toolCallId: "call-refund" }]);
  });
});
