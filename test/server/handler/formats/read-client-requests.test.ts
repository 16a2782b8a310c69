import { describe, expect, it } from "vitest";
import { readChatCompletions } from "../../../../src/server/handler/formats/read-chat-completions.js";
import { readResponses } from "../../../../src/server/handler/formats/read-responses.js";
import { answerIds, readResponseId } from "../../../../src/server/handler/formats/response-id.js";

const session = "35744661-823e-5798-9b0c-268aeed4b5a3";
const turn = "99999999-9999-4999-8999-999999999999";
const user = (content: unknown) => ({ role: "user", content });
const refused = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    const { code, status } = error as { readonly code: string; readonly status: number };
    return [status, code];
  }
};

describe("a chat-completions request", () => {
  it("sends its last message, and brings those before", () => {
    const messages = [{ role: "system", content: "Be kind." }, user("One"), user([{ type: "text", text: "Two" }])];
    expect(readChatCompletions({ messages, user: "eve", temperature: 2 })).toEqual({
      conversation: undefined,
      conversationField: "metadata.conversation_id",
      input: { message: { message: "Two" } },
      history: [
        { role: "system", text: "Be kind." },
        { role: "user", text: "One" },
      ],
      stream: false,
      echo: { model: undefined },
    });
  });

  it("streams when it asks to, and is answered with its model's name", () => {
    const read = readChatCompletions({ messages: [user("Hi")], stream: true, model: "gpt-x" });
    expect(read).toMatchObject({ stream: true, echo: { model: "gpt-x" } });
  });

  it.each([
    [{ conversation_id: "c1" }, "c1"],
    [{ conversation_id: null }, undefined],
    [null, undefined],
    ["c1", undefined],
  ])("names its conversation with metadata %j", (metadata, conversation) => {
    expect(readChatCompletions({ messages: [user("Hi")], metadata }).conversation).toBe(conversation);
  });

  it.each([
    [{ messages: [user("Hi"), { role: "assistant", content: "Hello" }] }, "message_required"],
    [{ messages: [] }, "message_required"],
    [{ messages: "Hi" }, "message_required"],
    [[user("Hi")], "message_required"],
    [undefined, "message_required"],
    [{ messages: [user("Hi")], metadata: { conversation_id: 7 } }, "conversation_invalid"],
  ])("is refused as %j", (body, code) => {
    expect(refused(() => readChatCompletions(body))).toEqual([400, code]);
  });
});

describe("a responses request", () => {
  it.each([
    ["a string", " Hi "],
    ["items", [user([{ type: "input_text", text: "Hi" }])]],
    ["items with a type", [{ type: "message", ...user("Hi") }]],
    ["a part alone", [{ type: "input_text", text: "Hi" }]],
  ])("sends its input when that is %s", (_, input) => {
    expect(readResponses({ input }).input).toEqual({ message: { message: "Hi" } });
  });

  it("brings the items before the last one", () => {
    const answer = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Two" }] };
    const reasoning = { type: "reasoning", summary: [] };
    expect(readResponses({ input: [user("One"), reasoning, answer, user("Three")] }).history).toEqual([
      { role: "user", text: "One" },
      { role: "assistant", text: "Two" },
    ]);
  });

  it.each([
    ["c1", "c1"],
    [{ id: "c1" }, "c1"],
    [null, undefined],
    [{}, undefined],
  ])("names its conversation as %j", (conversation, name) => {
    expect(readResponses({ input: "Hi", conversation }).conversation).toBe(name);
  });

  it("continues from an earlier answer, and names it again", () => {
    const id = `resp_${session}_7`;
    const read = readResponses({ input: "Hi", previous_response_id: id });
    expect(read).toMatchObject({ follows: session, echo: { previousResponseId: id } });
    expect(readResponses({ input: "Hi", previous_response_id: null }).follows).toBeUndefined();
  });

  it.each([
    [{ input: "" }, "message_required"],
    [{ input: [] }, "message_required"],
    [{}, "message_required"],
    [{ input: [user("Hi"), { type: "function_call_output", output: "42" }] }, "message_required"],
    [{ input: [{ type: "input_image" }] }, "message_required"],
    [{ input: "Hi", conversation: 7 }, "conversation_invalid"],
    [{ input: "Hi", conversation: { id: 7 } }, "conversation_invalid"],
    [{ input: "Hi", previous_response_id: "resp_1" }, "previous_response_not_found"],
    [{ input: "Hi", previous_response_id: 7 }, "previous_response_not_found"],
  ])("is refused as %j", (body, code) => {
    expect(refused(() => readResponses(body))).toEqual([400, code]);
  });
});

describe("an answer's id", () => {
  it.each([
    `resp_${session}`,
    answerIds(session, "17").response,
    answerIds(session, turn).response,
    `resp_${session.toUpperCase()}_1`,
  ])("names its session: %s", (id) => {
    expect(readResponseId(id)).toEqual({ id, sessionId: session });
  });

  it.each([
    "",
    session,
    `resp_${session}_`,
    `resp_${session}_x`,
    `resp_${session}_1_2`,
    `resp_${session}-1`,
    ` resp_${session}`,
    `msg_${session}_1`,
    `resp_${session}\n`,
    {},
  ])("is none as %j", (id) => {
    expect(refused(() => readResponseId(id))).toEqual([400, "previous_response_not_found"]);
  });
});
