import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, streamText, type ModelMessage } from "ai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOpenAiHost, userMessages, type OpenAiHost } from "./openai-host.js";

let host: OpenAiHost;
beforeEach(async () => {
  host = await openOpenAiHost();
});
afterEach(() => host.close());

/** The host as a model of the AI SDK; the conversation is named by the header. */
function agent(conversation = "c1", user = "ana", includeUsage = false) {
  const provider = createOpenAICompatible({
    name: "our-host",
    includeUsage,
    baseURL: `${host.url}/v1`,
    apiKey: `key-${user}`,
    headers: { "x-service-conversation": conversation },
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) => serviceOf(parsedBody),
      createStreamExtractor() {
        let last: unknown;
        return {
          processChunk: (chunk) => {
            last = (chunk as { readonly service?: unknown }).service === undefined ? last : chunk;
          },
          buildMetadata: () => serviceOf(last),
        };
      },
    },
  });
  return provider("our-agent");
}

function serviceOf(body: unknown) {
  const { service } = (body ?? {}) as { readonly service?: { readonly status: string } };
  return service && { "our-host": { status: service.status } };
}

const sent = async (conversation = "c1") => userMessages(await host.log({ conversation, user: "ana" }));

describe("the AI SDK, with the host as its model", () => {
  it("generates a text", async () => {
    const { text, finishReason, response, providerMetadata } = await generateText({
      model: agent(),
      prompt: "/say One\n/say Two",
    });
    expect([text, finishReason, response.modelId]).toEqual(["One\n\nTwo", "stop", "our-agent"]);
    expect(providerMetadata).toMatchObject({ "our-host": { status: "completed" } });
  });

  it("streams a text", async () => {
    const answer = streamText({ model: agent(), prompt: "/say One\n/say Two" });
    const deltas: string[] = [];
    for await (const delta of answer.textStream) deltas.push(delta);
    expect(deltas).toEqual(["One", "\n\nTwo"]);
    expect([await answer.text, await answer.finishReason]).toEqual(["One\n\nTwo", "stop"]);
    expect(await answer.providerMetadata).toMatchObject({ "our-host": { status: "completed" } });
  });

  it.each([true, false])("has the tokens of the turn, streamed: %s", async (isStreamed) => {
    const prompt = '/say One\n/event agent.model.usage {"inputTokens":7,"outputTokens":2}';
    const request = { model: agent("c1", "ana", true), prompt };
    const usage = isStreamed ? await streamText(request).usage : (await generateText(request)).usage;
    expect(usage).toMatchObject({ inputTokens: 7, outputTokens: 2, totalTokens: 9 });
  });

  it("sends only the new messages of those it keeps, and the older ones once", async () => {
    const messages: ModelMessage[] = [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hello yourself" },
    ];
    for (const content of ["/say one", "/say two"]) {
      messages.push({ role: "user", content });
      const { response } = await generateText({ model: agent(), system: "Be kind.", messages });
      messages.push(...response.messages);
    }
    const [first, second] = await sent();
    expect(first).toMatchObject({ text: "/say one" });
    expect(String(first?.["modelContext"]).split("\n").slice(1)).toEqual([
      "system: Be kind.",
      "user: Hello",
      "assistant: Hello yourself",
    ]);
    expect(second).toMatchObject({ text: "/say two" });
    expect(second?.["modelContext"]).toBeUndefined();
  });

  it("reports in the metadata that a person is needed", async () => {
    const answer = streamText({ model: agent(), prompt: "/approve deploy" });
    expect(await answer.finishReason).toBe("stop");
    expect(await answer.providerMetadata).toMatchObject({ "our-host": { status: "pending" } });
  });

  it("reports a turn that fails in its stream", async () => {
    const errors: unknown[] = [];
    const answer = streamText({
      model: agent(),
      prompt: "/fail middle model_gone",
      onError: ({ error }) => void errors.push(error),
    });
    await answer.consumeStream();
    expect(JSON.stringify(errors)).toContain("model_gone");
    expect(await sent()).toHaveLength(1);
  });

  it("reports a refusal as its own error, with the handler's words", async () => {
    const refused = generateText({ model: agent("a b"), prompt: "hi", maxRetries: 0 });
    const error = await refused.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: 400, message: expect.stringMatching(/conversation id/) });
  });

  it("retries under one key without repeating text", async () => {
    const error: unknown = await generateText({
      model: agent(),
      prompt: "/fail before model_gone",
      maxRetries: 1,
      headers: { "Idempotency-Key": "k1" },
    }).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/Failed after 2 attempts/);
    expect(host.told).toHaveLength(2);
    expect(await sent()).toHaveLength(1);
  });

  it("leaves by its signal, and the turn runs on", async () => {
    const leaving = new AbortController();
    const answer = streamText({ model: agent(), prompt: "/say One\n/silence 60", abortSignal: leaving.signal });
    for await (const delta of answer.textStream) if (delta === "One") leaving.abort();
    await expect.poll(() => host.told.at(-1)).toMatchObject({ type: "ended", outcome: "left" });
    const { status } = (await (await host.native("ana", "/api/chat")).json()) as { readonly status: string };
    expect(status).toBe("running");
  });
});
