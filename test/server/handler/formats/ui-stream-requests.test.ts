import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ChatHandlerOptions } from "../../../../src/server/handler/create-chat-handler.js";
import { header } from "../../../../src/wire/protocol/headers.js";
import { ask, bodyOf, createBackend, type Backend } from "../../../support/backend.js";
import { readFrames } from "../../../../src/wire/sse/read-frames.js";

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

type Part = Readonly<Record<string, unknown>>;
const words = (text: string): Part => ({ type: "text", text });
const user = (...parts: readonly Part[]) => ({ id: "u1", role: "user", parts });
const file: Part = { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA" };

/** A post of the AI SDK's client, which names the conversation in its body. */
function post(body: object, options?: Partial<ChatHandlerOptions>): Promise<Response> {
  const chat = backend.chat({ format: "ui-stream", ...options });
  return chat(ask("POST", "/api/chat", { id: "c1", trigger: "submit-message", ...body }, { conversation: "" }));
}

/** The parts of an answer, to its end. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of any shape.
async function partsOf(answer: Response): Promise<readonly any[]> {
  if (answer.status !== 200 || !answer.body) throw new Error(`${answer.status}: ${await answer.text()}`);
  const data: string[] = [];
  for await (const frame of readFrames(answer.body)) data.push(frame.data);
  expect(data.pop()).toBe("[DONE]");
  return data.map((text) => JSON.parse(text) as unknown);
}

async function refusal(answer: Response): Promise<readonly [number, string]> {
  return [answer.status, ((await bodyOf(answer)) as { error: { code: string } }).error.code];
}

async function logged(type: string) {
  const { workspaceId, sessionId } = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  const { events } = await backend.service.client.listEvents({ workspaceId, sessionId }, { mode: "forensic" });
  return events.filter((event) => event.type === type).map(({ payload }) => payload);
}

/** Has a call wait for approval, and gives the client's message with its decision. */
async function decided(approved: boolean, reason?: string) {
  const parts = await partsOf(await post({ messages: [user(words('/approve refund {"amount":12}'))] }));
  const { messageId } = parts[0] as { messageId: string };
  const { approvalId } = parts.find(({ type }) => type === "tool-approval-request") as { approvalId: string };
  const approval = { id: approvalId, approved, ...(reason !== undefined && { reason }) };
  const tool = { type: "dynamic-tool", toolName: "refund", toolCallId: approvalId, state: "approval-responded" };
  const message = { id: messageId, role: "assistant", parts: [{ type: "step-start" }, { ...tool, approval }] };
  return { message, messageId, approvalId };
}

describe("a post of the AI SDK's client", () => {
  it("sends the user's last message to the conversation that its id names", async () => {
    const answer = await post({ messages: [user(words("/say one"), words("two"), file)] });
    expect(answer.headers.get("x-vercel-ai-ui-message-stream")).toBe("v1");
    const parts = await partsOf(answer);
    expect(parts[0]).toEqual({ type: "start", messageId: answer.headers.get(header.turnId) });
    expect(await logged("user.message")).toMatchObject([{ text: "/say one\ntwo" }]);
  });

  it.each([
    ["an object", '/tool search {"a":1}'],
    ["none", '/event agent.toolCall.created {"id":"k","name":"x"}\n/event agent.toolCall.output {"id":"k"}'],
  ])("streams the output of a call as the history has it: %s", async (_, lines) => {
    const parts = await partsOf(await post({ messages: [user(words(lines))] }, { toolParts: true }));
    const history = await bodyOf(await backend.chat()(ask("GET", "/api/chat")));
    const [told] = history.messages.at(-1).parts as readonly Part[];
    expect(told).toMatchObject({ type: "tool", status: "completed" });
    const ended = parts.find(({ type }) => type === "tool-output-available");
    expect(ended).toMatchObject({ toolCallId: told?.["callId"], output: told?.["output"] ?? null });
  });

  it("may contain the last message alone, as the AI SDK's own guide does", async () => {
    await partsOf(await post({ message: user(words("/say one")) }));
    expect(await logged("user.message")).toMatchObject([{ text: "/say one" }]);
  });

  it.each([
    ["nothing", {}],
    ["no message", { messages: [] }],
    ["something else than messages", { messages: [1, null, { role: "tool" }] }],
    ["a message without text", { messages: [user(words("  "))] }],
    ["a file alone", { messages: [user(file)] }],
    [
      "an assistant's message last",
      { messages: [user(words("hi")), { id: "a1", role: "assistant", parts: [words("Hello")] }] },
    ],
    [
      "an assistant's message to be made again",
      { trigger: "regenerate-message", messages: [{ id: "a1", role: "assistant", parts: [] }] },
    ],
    ["a message that goes on in one it does not hold", { messageId: "a1", messages: [user(words("hi"))] }],
    [
      "an answer beside a message of the user's",
      { messages: [user(words("hi"))], respond: { requestId: "q", skip: true } },
    ],
  ])("with %s is refused, and nothing is sent", async (_, body) => {
    expect(await refusal(await post(body))).toEqual([400, "message_required"]);
    expect(backend.calls.filter(({ method }) => method !== "GET" && method !== "PUT")).toEqual([]);
  });

  it("reports why files alone are refused", async () => {
    const { error } = await bodyOf(await post({ messages: [user(file)] }));
    expect(error.message).toBe("Files are not passed on from this format. Send the message with text.");
  });

  it("sends an edited message as a new one, and steers when it asks for another answer", async () => {
    await partsOf(await post({ messages: [user(words("/say one"))] }));
    await partsOf(await post({ messages: [user(words("/say two"))], messageId: "u1" }));
    await partsOf(await post({ messages: [user(words("/say two"))], trigger: "regenerate-message", messageId: "a1" }));
    expect(await logged("user.message")).toMatchObject([
      { text: "/say one" },
      { text: "/say two" },
      { text: "/say two" },
    ]);
    expect(backend.calls.filter(({ path }) => path.endsWith("/steer"))).toHaveLength(1);
  });

  it("includes tools only if the host enables it", async () => {
    const body = { messages: [user(words("/tool look_up {}\n/say Done."))] };
    const types = async (options?: Partial<ChatHandlerOptions>) =>
      (await partsOf(await post(body, options))).map(({ type }) => type as string);
    expect((await types()).filter((type) => type.startsWith("tool-"))).toEqual([]);
    expect((await types({ toolParts: true })).filter((type) => type.startsWith("tool-"))).toEqual([
      "tool-input-start",
      "tool-input-available",
      "tool-output-available",
    ]);
  });
});

describe("a decision of the AI SDK's client", () => {
  it("is passed on, and the client's message continues", async () => {
    const { message, messageId, approvalId } = await decided(true);
    const again = { ...message, id: "kept-elsewhere" };
    const parts = await partsOf(await post({ messages: [user(words("/approve refund")), again], messageId: again.id }));
    expect(parts[0]).toEqual({ type: "start", messageId: "kept-elsewhere" });
    expect(parts.find(({ type }) => type === "tool-output-available")).toMatchObject({ toolCallId: approvalId });
    expect(messageId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await logged("user.message")).toHaveLength(1);
    expect(await logged("user.approvalDecision")).toMatchObject([{ approvalId, decision: "approve" }]);
  });

  it("includes its reason", async () => {
    const { message, approvalId } = await decided(false, "Too much");
    const parts = await partsOf(await post({ messages: [message] }));
    expect(parts.find(({ type }) => type === "tool-output-denied")).toMatchObject({ toolCallId: approvalId });
    expect(await logged("user.approvalDecision")).toMatchObject([{ decision: "reject", message: "Too much" }]);
  });

  it("may be one of several, asked for together and given one after the other", async () => {
    const parts = await partsOf(await post({ messages: [user(words("/approvals 2"))] }));
    const asked = parts.filter(({ type }) => type === "tool-approval-request");
    expect(asked).toHaveLength(2);
    const tools = asked.map(({ approvalId }, index) => ({
      type: "dynamic-tool",
      toolName: "tool",
      toolCallId: approvalId as string,
      state: "approval-responded",
      approval: { id: approvalId as string, approved: index === 0 },
    }));
    const more = await partsOf(await post({ messages: [{ id: "a1", role: "assistant", parts: tools }] }));
    const ends = more.filter(({ type }) => (type as string).startsWith("tool-output-"));
    expect(ends.map(({ type, toolCallId }) => [type, toolCallId])).toEqual([
      ["tool-output-denied", asked[1].approvalId],
      ["tool-output-available", asked[0].approvalId],
    ]);
    expect(await logged("user.approvalDecision")).toMatchObject([{ decision: "approve" }, { decision: "reject" }]);
    expect(more.at(-1)).toEqual({ type: "finish", finishReason: "stop" });
  });

  it("is not awaited again when it was given before another one of its step", async () => {
    const parts = await partsOf(await post({ messages: [user(words("/approvals 2\n/approve third"))] }));
    const [one, two] = parts.flatMap(({ type, approvalId }) =>
      type === "tool-approval-request" ? [approvalId as string] : [],
    );
    const step = (...decided: readonly (string | undefined)[]) => ({
      id: "a1",
      role: "assistant",
      parts: [one, two].map((id) => ({
        type: "dynamic-tool",
        toolName: "tool",
        toolCallId: id,
        state: decided.includes(id) ? "approval-responded" : "approval-requested",
        approval: { id, ...(decided.includes(id) && { approved: true }) },
      })),
    });
    await partsOf(await post({ messages: [step(two)] }));
    const given = () =>
      backend.calls.filter(({ method, path }) => method === "POST" && path.endsWith("/events")).length;
    const before = given();
    const more = await partsOf(await post({ messages: [step(one, two)] }));
    expect(given() - before).toBe(1);
    expect(more.filter(({ type }) => type === "tool-output-available")).toHaveLength(2);
    expect(await logged("user.approvalDecision")).toMatchObject([{ approvalId: two }, { approvalId: one }]);
  });

  it("that is posted twice is given once, and read on twice", async () => {
    const { message } = await decided(true);
    const first = await partsOf(await post({ messages: [message] }));
    const second = await partsOf(await post({ messages: [message] }));
    expect(second).toEqual(first);
    expect(await logged("user.approvalDecision")).toHaveLength(1);
  });

  it("is found in the message that the post names, despite later messages", async () => {
    const { message, approvalId } = await decided(true);
    await partsOf(
      await post({ messages: [message, { ...user(words("/say later")), id: "u2" }], messageId: message.id }),
    );
    expect(await logged("user.message")).toHaveLength(1);
    expect(await logged("user.approvalDecision")).toMatchObject([{ approvalId }]);
  });

  it("of an earlier step is not given again", async () => {
    const { message } = await decided(true);
    await partsOf(await post({ messages: [message] }));
    const later = { ...message, parts: [...message.parts, { type: "step-start" }, words("Done.")] };
    expect(await refusal(await post({ messages: [later] }))).toEqual([400, "message_required"]);
    expect(await logged("user.approvalDecision")).toHaveLength(1);
  });
});

describe("an answer that the host adds to the AI SDK's post", () => {
  it("is passed on, and the client's message continues", async () => {
    const parts = await partsOf(await post({ messages: [user(words("/ask text"))] }));
    const { messageId } = parts[0] as { messageId: string };
    const { data } = parts.find(({ type }) => type === "data-service-pending") as { data: { requestId: string } };
    const respond = { requestId: data.requestId, answers: [{ questionId: "name", values: ["Leeds"] }] };
    const message = { id: messageId, role: "assistant", parts: [{ type: "data-service-pending", data }] };
    const more = await partsOf(await post({ messages: [message], messageId, respond }));
    expect(more[0]).toEqual({ type: "start", messageId });
    expect(JSON.stringify(more)).toContain("Leeds");
    expect(await logged("user.humanInputResponse")).toHaveLength(1);
  });

  it("is refused when it is none", async () => {
    const message = { id: "a1", role: "assistant", parts: [] };
    const answer = await post({ messages: [message], respond: { requestId: "q" } });
    expect(await refusal(answer)).toEqual([400, "respond_input_invalid"]);
  });
});

describe("the stream that the AI SDK's client resumes", () => {
  const stream = (conversation: string) =>
    backend.chat({ format: "ui-stream" })(
      ask("GET", `/api/chat/${conversation}/stream`, undefined, { conversation: "" }),
    );

  it("sends the waiting turn from its beginning, under its earlier id", async () => {
    const first = await partsOf(await post({ messages: [user(words("/say One.\n/approve refund"))] }));
    expect(await partsOf(await stream("c1"))).toEqual(first);
  });

  it("is not there when nothing runs, nor before the first message", async () => {
    expect((await stream("c1")).status).toBe(204);
    await partsOf(await post({ messages: [user(words("/say One."))] }));
    expect((await stream("c1")).status).toBe(204);
  });
});
