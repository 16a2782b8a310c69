import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { all, extensionOf, failure, openOpenAiHost, userMessages, type OpenAiHost } from "./openai-host.js";

let host: OpenAiHost;
beforeEach(async () => {
  host = await openOpenAiHost();
});
afterEach(() => host.close());

const metadata = { conversation_id: "c1" };
const ask = (content: string, more: object = {}) => ({
  model: "our-agent",
  metadata,
  messages: [{ role: "user" as const, content }],
  ...more,
});
const c1 = { conversation: "c1", user: "ana" };

describe("OpenAI's client, over chat completions", () => {
  it("reads a whole answer", async () => {
    const answer = await host.client("ana").chat.completions.create(ask("/say Hello **you**"));
    expect(answer).toMatchObject({ object: "chat.completion", model: "our-agent" });
    expect(answer.choices).toEqual([
      { index: 0, message: { role: "assistant", content: "Hello **you**" }, finish_reason: "stop" },
    ]);
    expect(Math.abs(answer.created - Date.now() / 1000)).toBeLessThan(60);
    expect(extensionOf(answer)).toMatchObject({ status: "completed", pending: null });
    expect(answer.id).toBe(`chatcmpl-${extensionOf(answer).turnId}`);
  });

  it("reads a streamed answer, segment by segment", async () => {
    const stream = await host.client("ana").chat.completions.create({
      ...ask('/say One\n/tool search {"q":1}\n/say Two'),
      stream: true,
    });
    const chunks = await all(stream);
    const deltas = chunks.map(({ choices }) => choices[0]?.delta);
    expect(deltas[0]).toEqual({ role: "assistant", content: "" });
    expect(deltas.map((delta) => delta?.content ?? "").join("")).toBe("One\n\nTwo");
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason).filter(Boolean)).toEqual(["stop"]);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(extensionOf(chunks.at(-1) ?? {})).toMatchObject({ status: "completed" });
  });

  it("folds a streamed answer with its own helper", async () => {
    const runner = host.client("ana").chat.completions.stream(ask("/say One\n/say Two"));
    const heard: string[] = [];
    runner.on("content", (delta) => heard.push(delta));
    expect(await runner.finalContent()).toBe("One\n\nTwo");
    expect(heard.join("")).toBe("One\n\nTwo");
    const answer = await runner.finalChatCompletion();
    expect(answer.choices[0]).toMatchObject({ finish_reason: "stop", message: { role: "assistant" } });
    expect((await runner.finalMessage()).content).toBe("One\n\nTwo");
  });

  it("sends only the new messages of a conversation that the client keeps", async () => {
    const client = host.client("ana");
    const messages: OpenAI.ChatCompletionMessageParam[] = [];
    for (const content of ["/say one", "/say two", "/say three"]) {
      messages.push({ role: "user", content });
      const answer = await client.chat.completions.create({ model: "m", metadata, messages });
      messages.push({ role: "assistant", content: answer.choices[0]?.message.content ?? "" });
    }
    const sent = userMessages(await host.log(c1));
    expect(sent.map(({ text }) => text)).toEqual(["/say one", "/say two", "/say three"]);
    expect(sent.every(({ modelContext }) => modelContext === undefined)).toBe(true);
  });

  it("names its conversation by the header too, and the header wins", async () => {
    const client = host.client("ana", { defaultHeaders: { "x-service-conversation": "by-header" } });
    await client.chat.completions.create(ask("/say hi"));
    expect(userMessages(await host.log({ conversation: "by-header", user: "ana" }))).toHaveLength(1);
    await expect(host.log(c1)).rejects.toMatchObject({ status: 404 });
  });
});

describe("the id of a chat completion", () => {
  it("differs between the answers of one session, whole and streamed", async () => {
    const { completions } = host.client("ana").chat;
    const whole = [await completions.create(ask("/say One")), await completions.create(ask("/say Two"))];
    const streamed = await all(await completions.create({ ...ask("/say Three"), stream: true }));
    const ids = [...whole, ...streamed.slice(0, 1)].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(new Set(streamed.map(({ id }) => id)).size).toBe(1);
  });
});

describe("the usage of a chat completion", () => {
  const step = (usage: object) => `/event agent.model.usage ${JSON.stringify(usage)}`;
  const twoSteps = [step({ inputTokens: 7, outputTokens: 2 }), "/say One", step({ inputTokens: 11, outputTokens: 3 })];
  const usage = { prompt_tokens: 18, completion_tokens: 5, total_tokens: 23 };
  const stream = async (content: string, more: object) =>
    all(await host.client("ana").chat.completions.create({ ...ask(content, more), stream: true }));

  it("is the sum of the turn's steps in a whole answer", async () => {
    const answer = await host.client("ana").chat.completions.create(ask(twoSteps.join("\n")));
    expect(answer.usage).toEqual(usage);
  });

  it("is a last chunk without choices when the request asks for it", async () => {
    const chunks = await stream(twoSteps.join("\n"), { stream_options: { include_usage: true } });
    const last = chunks.at(-1);
    expect(last).toMatchObject({ id: chunks[0]?.id, object: "chat.completion.chunk", choices: [], usage });
    expect(chunks.slice(0, -1).map((chunk) => chunk.usage)).toEqual(chunks.slice(1).map(() => null));
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("stop");
  });

  it("is in the client's own fold of a stream", async () => {
    const request = { ...ask(twoSteps.join("\n")), stream_options: { include_usage: true } };
    const answer = await host.client("ana").chat.completions.stream(request).finalChatCompletion();
    expect(answer.usage).toEqual(usage);
  });

  it("is not in a stream that did not ask for it", async () => {
    const chunks = await stream(twoSteps.join("\n"), {});
    expect(chunks.filter((chunk) => "usage" in chunk)).toEqual([]);
  });

  it.each([
    ["reports nothing", ["/say One"]],
    ["has a step without numbers", [...twoSteps, step({ inputTokens: 7, outputTokens: null })]],
    ["has a step with an impossible number", [step({ inputTokens: -1, outputTokens: 0.5 })]],
  ])("is absent when the agent %s", async (_, lines) => {
    const answer = await host.client("ana").chat.completions.create(ask(lines.join("\n")));
    expect(answer).not.toHaveProperty("usage");
    const chunks = await stream(lines.join("\n"), { stream_options: { include_usage: true } });
    expect(new Set(chunks.map((chunk) => chunk.usage))).toEqual(new Set([null]));
  });
});

describe("facts that a chat completion cannot express", () => {
  it("reports a waiting approval in the extension, and takes the decision natively", async () => {
    const stream = await host.client("ana").chat.completions.create({
      ...ask('/say May I?\n/approve deploy {"to":"production"}\n/say Done'),
      stream: true,
    });
    const chunks = await all(stream);
    const { status, pending } = extensionOf(chunks.at(-1) ?? {});
    expect([chunks.at(-1)?.choices[0]?.finish_reason, status, pending.name]).toEqual(["stop", "pending", "deploy"]);
    const decided = await host.native("ana", "/api/chat/respond", {
      requestId: pending.requestId,
      decision: "approve",
    });
    expect(await decided.text()).toContain('"status":"completed"');
  });

  it("reports a waiting question in the extension, with or without a partial answer", async () => {
    const answer = await host.client("ana").chat.completions.create(ask("/ask text"));
    expect(extensionOf(answer)).toMatchObject({ status: "pending", pending: { kind: "human_input" } });
    expect(answer.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "" } });
  });

  it("ends the answer with the text so far when a person stops it", async () => {
    const stream = await host
      .client("ana")
      .chat.completions.create({ ...ask("/say I was\n/silence 60"), stream: true });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) {
      if (chunk.choices[0]?.delta.content === "I was") await host.native("ana", "/api/chat/stop", {});
      chunks.push(chunk);
    }
    expect(extensionOf(chunks.at(-1) ?? {})).toMatchObject({ status: "cancelled" });
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe("stop");
  });
});

describe("a silent stretch", () => {
  it("is bridged by comments that the client does not show", async () => {
    let raw: Promise<string> | undefined;
    const client = host.client("ana", {
      async fetch(input, init) {
        const answer = await fetch(input, init);
        raw = answer.clone().text();
        return answer;
      },
    });
    const runner = client.chat.completions.stream(ask('/say One\n/tool search {"ms":50}\n/say Two'));
    expect(await runner.finalContent()).toBe("One\n\nTwo");
    expect(await raw).toContain("\n\n: heartbeat\n\n");
  });
});

describe("leaving a chat completion", () => {
  it("ends the reading and not the turn", async () => {
    const stream = await host.client("ana").chat.completions.create({ ...ask("/say One\n/say Two"), stream: true });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content === "One") break;
    const again = await host.native("ana", "/api/chat/stream");
    await again.text();
    const { messages } = (await (await host.native("ana", "/api/chat")).json()) as { messages: { text: string }[] };
    expect(messages.map(({ text }) => text)).toEqual(["/say One\n/say Two", "One\n\nTwo"]);
  });

  it("by the signal of a whole answer ends with the client's own error", async () => {
    const leaving = new AbortController();
    const answer = host.client("ana").chat.completions.create(ask("/silence 60"), { signal: leaving.signal });
    const failed = failure(answer);
    await expect.poll(() => host.backend.calls.some(({ path }) => path.includes("/events/stream"))).toBe(true);
    leaving.abort();
    expect(await failed).toBeInstanceOf(OpenAI.APIUserAbortError);
    await expect.poll(() => host.told.at(-1)?.outcome).toBe("left");
    const { status } = (await (await host.native("ana", "/api/chat")).json()) as { status: string };
    expect(status).toBe("running");
  });
});
