import { describe, expect, it } from "vitest";
import type { AnswerFacts, ContinuedCall } from "../../../../src/server/handler/formats/format.js";
import { createUiStreamEncoder } from "../../../../src/server/handler/formats/ui-stream-encoder.js";
import type { ChatChunk, ChatPending } from "../../../../src/wire/protocol/chat-chunk.js";

const facts: AnswerFacts = {
  sessionId: "s",
  workspaceId: "w",
  turnId: "turn",
  startedAt: 0,
  newId: () => "made",
  toolParts: false,
  echo: {},
};
const withTools: AnswerFacts = { ...facts, toolParts: true };

function continuing(calls: Readonly<Record<string, ContinuedCall>>, toolParts = false): AnswerFacts {
  return { ...facts, toolParts, echo: { continues: { messageId: "mine", calls: new Map(Object.entries(calls)) } } };
}

const text = (value: string): ChatChunk => ({ type: "text", text: value });
const tool = (status: "started" | "completed" | "failed", callId: string | undefined = "call_1"): ChatChunk => ({
  type: "tool",
  name: "look_up",
  status,
  callId,
  ...(status === "started" ? { input: { parcel: 7 } } : { output: { place: "depot" } }),
});
const approval: ChatPending = {
  kind: "approval",
  requestId: "call_2",
  name: "refund",
  payload: { id: "call_2", name: "refund", arguments: { amount: 12 } },
};
const question: ChatPending = {
  kind: "human_input",
  requestId: "q_1",
  name: null,
  payload: { id: "q_1", questions: [{ id: "where", kind: "text", prompt: "Where to?" }], allowSkip: true },
};
const done = (status: "completed" | "pending" | "cancelled", pending: ChatPending | null = null): ChatChunk => ({
  type: "done",
  reply: { text: "", sessionId: "s", workspaceId: "w", turnId: "turn", status, pending },
});
const failure = { code: "turn_failed", message: "The model is not there.", retryable: true };

/** The stream of these chunks, to the byte; a line a frame. */
function written(of: AnswerFacts, chunks: readonly ChatChunk[], failsAt?: number | null): readonly string[] {
  const encoder = createUiStreamEncoder(of);
  let stream = encoder.begin();
  for (const chunk of chunks) stream += encoder.chunk(chunk, 1);
  if (failsAt !== undefined) stream += encoder.fail(failure, failsAt ?? undefined);
  stream += encoder.end();
  expect(stream.endsWith("\n\n")).toBe(true);
  return stream.slice(0, -2).split("\n\n");
}

const begin = ['data: {"type":"start","messageId":"turn"}', 'data: {"type":"start-step"}'];
const endBy = (reason: string) => [
  'data: {"type":"finish-step"}',
  `data: {"type":"finish","finishReason":"${reason}"}`,
  "data: [DONE]",
];
const end = endBy("stop");
const textStart = 'data: {"type":"text-start","id":"text_turn"}';
const textEnd = 'data: {"type":"text-end","id":"text_turn"}';
const delta = (value: string) => `data: {"type":"text-delta","id":"text_turn","delta":${JSON.stringify(value)}}`;
const call = '"toolCallId":"call_1","toolName":"look_up","dynamic":true,"providerExecuted":true';
const toolStarted = [
  `data: {"type":"tool-input-start",${call}}`,
  `data: {"type":"tool-input-available",${call},"input":{"parcel":7}}`,
];
const toolCompleted =
  'data: {"type":"tool-output-available","toolCallId":"call_1","dynamic":true,"providerExecuted":true,"output":{"place":"depot"}}';
const toolFailed = (errorText: string) =>
  `data: {"type":"tool-output-error","toolCallId":"call_1","dynamic":true,"providerExecuted":true,"errorText":"${errorText}"}`;
const approvalAsked = [
  'data: {"type":"tool-input-available","toolCallId":"call_2","toolName":"refund","dynamic":true,"providerExecuted":true,"input":{"amount":12}}',
  'data: {"type":"tool-approval-request","toolCallId":"call_2","approvalId":"call_2"}',
];

describe("the UI message stream", () => {
  it("encodes a text", () => {
    expect(written(facts, [text("Hel"), text("lo\n"), done("completed")])).toEqual([
      ...begin,
      textStart,
      delta("Hel"),
      delta("lo\n"),
      textEnd,
      ...end,
    ]);
  });

  it("keeps an answer's segments in one text, set apart as the native format sets them", () => {
    expect(
      written(facts, [text("One."), tool("started"), tool("completed"), text("\n\nTwo."), done("completed")]),
    ).toEqual([...begin, textStart, delta("One."), delta("\n\nTwo."), textEnd, ...end]);
  });

  it("closes the text before a tool and opens it again under the same id", () => {
    expect(
      written(withTools, [text("One."), tool("started"), tool("completed"), text("\n\nTwo."), done("completed")]),
    ).toEqual([
      ...begin,
      textStart,
      delta("One."),
      textEnd,
      ...toolStarted,
      toolCompleted,
      textStart,
      delta("\n\nTwo."),
      textEnd,
      ...end,
    ]);
  });

  it("encodes a failed tool", () => {
    expect(written(withTools, [tool("started"), tool("failed"), done("completed")])).toEqual([
      ...begin,
      ...toolStarted,
      toolFailed("The tool look_up failed."),
      ...end,
    ]);
  });

  it("sends a tool's start with its end when only the end is known", () => {
    expect(written(withTools, [tool("completed"), tool("completed"), done("completed")])).toEqual([
      ...begin,
      toolStarted[0],
      `data: {"type":"tool-input-available",${call},"input":{}}`,
      toolCompleted,
      ...end,
    ]);
  });

  it("omits a tool without a call id, and frames for followed streams only", () => {
    const { callId: _, ...nameless } = tool("started") as Extract<ChatChunk, { type: "tool" }>;
    const chunks: readonly ChatChunk[] = [
      nameless,
      { type: "message", role: "user", id: "m", turnId: "turn", text: "Hi" },
      { type: "turn", turnId: "turn", state: "started" },
      { type: "settled", requestId: "call_2", outcome: "approve" },
      done("completed"),
    ];
    expect(written(withTools, chunks)).toEqual([...begin, ...end]);
  });

  it("asks for an approval", () => {
    const chunks = [text("One."), { type: "pending", pending: approval } as const, done("pending", approval)];
    const asked = [...approvalAsked, ...endBy("tool-calls")];
    expect(written(facts, chunks)).toEqual([...begin, textStart, delta("One."), textEnd, ...asked]);
  });

  it("asks for an approval that nothing is known of", () => {
    const bare: ChatPending = { kind: "approval", requestId: "a", name: null, payload: null };
    expect(written(facts, [{ type: "pending", pending: bare }, done("pending", bare)])).toEqual([
      ...begin,
      'data: {"type":"tool-input-available","toolCallId":"a","toolName":"approval","dynamic":true,"providerExecuted":true,"input":{}}',
      'data: {"type":"tool-approval-request","toolCallId":"a","approvalId":"a"}',
      ...endBy("tool-calls"),
    ]);
  });

  it("asks a question", () => {
    expect(written(facts, [text("One."), { type: "pending", pending: question }, done("pending", question)])).toEqual([
      ...begin,
      textStart,
      delta("One."),
      textEnd,
      `data: {"type":"data-service-pending","id":"q_1","data":${JSON.stringify(question)}}`,
      ...endBy("other"),
    ]);
  });

  it("ends a cancelled turn, and the tools that it left open, as an answer ends", () => {
    expect(written(withTools, [tool("started"), text("One."), done("cancelled")])).toEqual([
      ...begin,
      ...toolStarted,
      textStart,
      delta("One."),
      textEnd,
      toolFailed("The turn ended before this tool did."),
      ...endBy("other"),
    ]);
  });

  it("leaves tools open while the turn waits", () => {
    const chunks = [tool("started"), { type: "pending", pending: approval } as const, done("pending", approval)];
    expect(written(withTools, chunks)).toEqual([...begin, ...toolStarted, ...approvalAsked, ...endBy("tool-calls")]);
  });

  it("sends null for a call that ended without output", () => {
    const bare: ChatChunk = { type: "tool", name: "look_up", status: "completed", callId: "call_1" };
    expect(written(withTools, [tool("started"), bare, done("completed")])).toEqual([
      ...begin,
      ...toolStarted,
      toolCompleted.replace('{"place":"depot"}', "null"),
      ...end,
    ]);
  });

  it("ends a failed turn with the error and without the finish parts", () => {
    expect(written(withTools, [tool("started"), text("One.")], 9)).toEqual([
      ...begin,
      ...toolStarted,
      textStart,
      delta("One."),
      textEnd,
      toolFailed("The turn ended before this tool did."),
      'data: {"type":"error","errorText":"The model is not there."}',
      "data: [DONE]",
    ]);
  });

  it("reports a failure before the first chunk", () => {
    expect(written(facts, [], 9)).toEqual([
      ...begin,
      'data: {"type":"error","errorText":"The model is not there."}',
      "data: [DONE]",
    ]);
  });

  it("leaves tools open when it is the reading that failed", () => {
    expect(written(withTools, [tool("started")], null)).toEqual([
      ...begin,
      ...toolStarted,
      'data: {"type":"error","errorText":"The model is not there."}',
      "data: [DONE]",
    ]);
  });

  it("leaves out keys over which the AI SDK would give the stream up", () => {
    const input: unknown = JSON.parse('{"a":{"__proto__":1,"b":[{"constructor":{"prototype":1}},{"constructor":1}]}}');
    const started: ChatChunk = { type: "tool", name: "look_up", status: "started", callId: "call_1", input };
    expect(written(withTools, [started])).toContain(
      `data: {"type":"tool-input-available",${call},"input":{"a":{"b":[{},{"constructor":1}]}}}`,
    );
  });
});

describe("what follows a decision", () => {
  const mine = ['data: {"type":"start","messageId":"mine"}', 'data: {"type":"start-step"}'];

  it("continues the client's message, and reports the call's result although tools are not sent", () => {
    expect(
      written(continuing({ call_1: "approved" }), [tool("started"), tool("completed"), done("completed")]),
    ).toEqual([...mine, toolCompleted, ...end]);
  });

  it("stays in the step of an approval that is still pending, and does not ask for it again", () => {
    const asked = { ...approval, requestId: "call_3" };
    const calls = { call_1: "approved", call_2: "asked" } as const;
    expect(
      written(continuing(calls), [
        tool("completed"),
        { type: "pending", pending: approval },
        { type: "pending", pending: asked },
        done("pending", approval),
      ]),
    ).toEqual([
      mine[0],
      toolCompleted,
      ...approvalAsked.map((part) => part.replace(/call_2/g, "call_3")),
      ...endBy("tool-calls"),
    ]);
  });

  it("first reports a rejected call as denied, and nothing more of it", () => {
    expect(written(continuing({ call_1: "rejected" }, true), [tool("failed"), done("completed")])).toEqual([
      ...mine,
      'data: {"type":"tool-output-denied","toolCallId":"call_1"}',
      ...end,
    ]);
  });

  it("reports a call that another window rejected as denied while the client has its approval, else as an error", () => {
    const denied = (reason?: string): ChatChunk => ({
      type: "tool",
      name: "look_up",
      status: "failed",
      callId: "call_1",
      denied: { actor: { id: "ben" }, ...(reason !== undefined && { reason }) },
    });
    expect(written(continuing({ call_1: "asked" }), [denied(), done("completed")])).toEqual([
      mine[0],
      'data: {"type":"tool-output-denied","toolCallId":"call_1"}',
      ...end,
    ]);
    expect(written(withTools, [tool("started"), denied(), done("completed")])).toEqual([
      ...begin,
      ...toolStarted,
      toolFailed("The call was rejected."),
      ...end,
    ]);
    expect(written(continuing({ call_1: "open" }), [denied("too much"), done("completed")])).toEqual([
      ...mine,
      toolFailed("The call was rejected: too much"),
      ...end,
    ]);
  });

  it("reports an approved call as approved when the turn reports nothing else of it", () => {
    const ended = 'data: {"type":"tool-output-available","toolCallId":"call_1","dynamic":true,"providerExecuted":true,';
    expect(written(continuing({ call_1: "approved" }), [done("completed")])).toEqual([
      ...mine,
      `${ended}"output":{"status":"approved"}}`,
      ...end,
    ]);
    expect(written(continuing({ call_1: "approved" }), [done("cancelled")])).toEqual([
      ...mine,
      toolFailed("The turn ended before this tool did."),
      ...endBy("other"),
    ]);
  });

  it("repeats nothing of a call that the client has seen end", () => {
    expect(written(continuing({ call_1: "ended" }, true), [tool("completed"), done("completed")])).toEqual([
      ...mine,
      ...end,
    ]);
  });

  it("sends the text under the id of the client's message", () => {
    expect(written(continuing({}), [text("Two."), done("completed")])).toEqual([
      ...mine,
      'data: {"type":"text-start","id":"text_mine"}',
      'data: {"type":"text-delta","id":"text_mine","delta":"Two."}',
      'data: {"type":"text-end","id":"text_mine"}',
      ...end,
    ]);
  });
});

describe("the agent's reasoning", () => {
  it("is a part of its own, before, between and after the text", () => {
    const encoder = createUiStreamEncoder(facts);
    const thought = (text: string) => encoder.chunk({ type: "reasoning", text }, 1);
    const stream = thought("Let me ") + thought("see.") + encoder.chunk(text("It is "), 1) + thought("Sure?");
    const parts = [...(stream + encoder.chunk(done("completed"), 1)).matchAll(/data: (.*)/g)].map(
      ([, json = ""]) => JSON.parse(json) as { readonly type: string; readonly id?: string; readonly delta?: string },
    );
    expect(
      parts.map(({ type, id, delta }) => [type, id, delta].filter((field) => field !== undefined).join(" ")),
    ).toEqual([
      "reasoning-start reasoning_turn",
      "reasoning-delta reasoning_turn Let me ",
      "reasoning-delta reasoning_turn see.",
      "reasoning-end reasoning_turn",
      "text-start text_turn",
      "text-delta text_turn It is ",
      "text-end text_turn",
      "reasoning-start reasoning_turn",
      "reasoning-delta reasoning_turn Sure?",
      "reasoning-end reasoning_turn",
      "finish-step",
      "finish",
    ]);
  });
});
