import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { all, extensionOf, failure, openOpenAiHost, userMessages, type OpenAiHost } from "./openai-host.js";

let host: OpenAiHost;
beforeEach(async () => {
  host = await openOpenAiHost();
});
afterEach(() => host.close());

type Named = Pick<OpenAI.Responses.ResponseCreateParamsNonStreaming, "conversation" | "previous_response_id">;
const ask = (input: string, more: Named = {}) => ({
  model: "our-agent",
  conversation: "c1",
  input,
  ...more,
});
const c1 = { conversation: "c1", user: "ana" };

describe("OpenAI's client, over responses", () => {
  it("reads a whole answer", async () => {
    const answer = await host.client("ana").responses.create(ask("/say One\n/say Two"));
    expect(answer).toMatchObject({ object: "response", status: "completed", model: "our-agent", error: null });
    expect(answer.output_text).toBe("One\n\nTwo");
    expect(answer.output).toMatchObject([{ type: "message", role: "assistant", status: "completed" }]);
    const { sessionId } = extensionOf(answer);
    const last = (await host.log(c1)).findLast(({ type }) => type === "turn.completed");
    expect(answer.id).toBe(`resp_${sessionId}_${last?.sequence}`);
  });

  it("reads a streamed answer, its events numbered", async () => {
    const stream = await host.client("ana").responses.create({ ...ask("/say One\n/say Two"), stream: true });
    const events = await all(stream);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    expect(events.map(({ type }) => type).filter((type) => type !== "response.output_text.delta")).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
    const told = events.map((event) => (event.type === "response.output_text.delta" ? event.delta : "")).join("");
    expect(told).toBe("One\n\nTwo");
  });

  it("folds a streamed answer with its own helper", async () => {
    const stream = host.client("ana").responses.stream(ask("/say One\n/say Two"));
    let snapshot = "";
    stream.on("response.output_text.delta", (event) => (snapshot = event.snapshot));
    const answer = await stream.finalResponse();
    expect([answer.output_text, snapshot]).toEqual(["One\n\nTwo", "One\n\nTwo"]);
    expect(answer.output_parsed).toBeNull();
    expect(answer.status).toBe("completed");
    expect(extensionOf(answer)).toMatchObject({ status: "completed" });
  });

  it.each([
    ["an approval", "/approve deploy", { kind: "approval", name: "deploy" }],
    ["a question", "/ask text", { kind: "human_input", name: null }],
  ])("marks the answer as incomplete while %s waits", async (_, input, pending) => {
    const client = host.client("ana");
    const whole = await client.responses.create(ask(input));
    const streamed = await client.responses.stream(ask(input, { conversation: "c2" })).finalResponse();
    for (const answer of [whole, streamed]) {
      expect(answer).toMatchObject({ status: "incomplete", incomplete_details: { reason: "pending" } });
      expect(extensionOf(answer)).toMatchObject({ status: "pending", pending });
    }
  });

  it("reports a stop by a person with the text so far", async () => {
    const stream = await host.client("ana").responses.create({ ...ask("/say I was\n/silence 60"), stream: true });
    let last: OpenAI.Responses.ResponseStreamEvent | undefined;
    for await (const event of stream) {
      if (event.type === "response.output_text.delta") await host.native("ana", "/api/chat/stop", {});
      last = event;
    }
    expect(last).toMatchObject({
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "cancelled" }, output_text: "I was" },
    });
  });
});

describe("the usage of a response", () => {
  const steps =
    '/event agent.model.usage {"inputTokens":7,"outputTokens":2}\n/say One\n/event agent.model.usage {"inputTokens":11,"outputTokens":3}';

  it("is the sum of the turn's steps, whole and streamed", async () => {
    const client = host.client("ana");
    const whole = await client.responses.create(ask(steps));
    const streamed = await client.responses.stream(ask(steps)).finalResponse();
    for (const { usage } of [whole, streamed])
      expect(usage).toMatchObject({ input_tokens: 18, output_tokens: 5, total_tokens: 23 });
  });

  it("is null when the agent reports nothing, and while the answer streams", async () => {
    const client = host.client("ana");
    expect((await client.responses.create(ask("/say One"))).usage).toBeNull();
    const events = await all(await client.responses.create({ ...ask(steps), stream: true }));
    expect(events.find(({ type }) => type === "response.created")).toMatchObject({ response: { usage: null } });
  });
});

describe("continuing from an earlier answer", () => {
  const sessions = (...answers: object[]) => new Set(answers.map((answer) => extensionOf(answer).sessionId)).size;

  it("needs no name of the conversation", async () => {
    const client = host.client("ana");
    const first = await client.responses.create(ask("/say one"));
    const second = await client.responses.create({ model: "m", input: "/say two", previous_response_id: first.id });
    expect(second).toMatchObject({ output_text: "two", previous_response_id: first.id });
    const streamed = client.responses.stream({ model: "m", input: "/say three", previous_response_id: second.id });
    const third = await streamed.finalResponse();
    const fourth = await client.responses.create({ model: "m", input: "/say four", previous_response_id: third.id });
    expect(sessions(first, second, third, fourth)).toBe(1);
    expect(userMessages(await host.log(c1)).map(({ text }) => text)).toEqual([
      "/say one",
      "/say two",
      "/say three",
      "/say four",
    ]);
  });

  it("accepts the conversation's name beside it, as a string or an object", async () => {
    const client = host.client("ana");
    const first = await client.responses.create(ask("/say one"));
    const second = await client.responses.create(ask("/say two", { previous_response_id: first.id }));
    const third = await client.responses.create(ask("/say three", { conversation: { id: "c1" } }));
    expect(sessions(first, second, third)).toBe(1);
  });

  it("of another conversation than the named one is a conflict, and nothing is sent", async () => {
    const client = host.client("ana", { maxRetries: 0 });
    const first = await client.responses.create(ask("/say one"));
    const mixed = ask("/say two", { conversation: "c2", previous_response_id: first.id });
    const error = await failure(client.responses.create(mixed));
    expect(error).toBeInstanceOf(OpenAI.ConflictError);
    expect(error).toMatchObject({ status: 409, code: "conversation_mismatch" });
    expect(userMessages(await host.log(c1))).toHaveLength(1);
    const named = host.client("ana", { maxRetries: 0, defaultHeaders: { "x-service-conversation": "c2" } });
    const byHeader = named.responses.create({ model: "m", input: "/say two", previous_response_id: first.id });
    expect(await failure(byHeader)).toMatchObject({ code: "conversation_mismatch" });
  });

  it("refuses another person's answer", async () => {
    const first = await host.client("ana").responses.create(ask("/say one"));
    const stolen = { model: "m", input: "/say two", previous_response_id: first.id };
    const error = await failure(host.client("ben").responses.create(stolen));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ status: 400, code: "previous_response_not_found" });
    const ofTheTeam = await host.client("team").responses.create(ask("/say one"));
    const stolenFromAll = { ...stolen, previous_response_id: ofTheTeam.id };
    expect(await failure(host.client("ben").responses.create(stolenFromAll))).toMatchObject({
      code: "previous_response_not_found",
    });
    expect(userMessages(await host.log(c1))).toHaveLength(1);
  });

  it("needs a user, or a conversation of the host's own", async () => {
    const client = host.client("team");
    const first = await client.responses.create(ask("/say one", { conversation: "not-this" }));
    const second = await client.responses.create({ model: "m", input: "/say two", previous_response_id: first.id });
    expect(sessions(first, second)).toBe(1);
    const nobody = host.client("nobody").responses.create({ model: "m", input: "hi", previous_response_id: first.id });
    expect(await failure(nobody)).toMatchObject({ status: 400, code: "conversation_required" });
  });

  it.each(["resp_1", `resp_${crypto.randomUUID()}_1`])("that never was is refused: %s", async (previous) => {
    const request = { model: "m", input: "hi", previous_response_id: previous };
    const error = await failure(host.client("ana").responses.create(request));
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error).toMatchObject({ code: "previous_response_not_found" });
  });
});
