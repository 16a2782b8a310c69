import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { afterEach, describe, expect, it } from "vitest";
import { createModelAgent } from "../../src/model/model-agent.js";
import { harness } from "../harness.js";
import { payloads } from "./fake-model.js";

interface Asked {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: {
    readonly messages: readonly unknown[];
    readonly tools: readonly { readonly function: { readonly name: string } }[];
  };
}

type Reply = (response: ServerResponse) => void;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that speaks chat completions: it answers each request with the next reply. */
async function openServer(...replies: readonly Reply[]) {
  const asked: Asked[] = [];
  let aborted = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => (body += String(data)));
    response.on("close", () => (aborted += response.writableFinished ? 0 : 1));
    request.on("end", () => {
      const reply = replies[asked.length];
      asked.push({ headers: request.headers, body: JSON.parse(body) as Asked["body"] });
      reply?.(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = createOpenAICompatible({ name: "own", baseURL, apiKey: "sk-secret-key", includeUsage: true });
  return { model: provider("small"), asked, aborted: () => aborted };
}

const deltas = (response: ServerResponse, ...all: readonly object[]) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const delta of all) response.write(line({ choices: [{ index: 0, delta, finish_reason: null }] }));
};
const line = (fields: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "small", ...fields })}\n\n`;

function streams(finish: string, ...all: readonly object[]): Reply {
  return (response) => {
    deltas(response, ...all);
    response.write(line({ choices: [{ index: 0, delta: {}, finish_reason: finish }] }));
    response.write(line({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 } }));
    response.end("data: [DONE]\n\n");
  };
}

const callDelta = (fields: object) => ({ tool_calls: [{ index: 0, ...fields }] });

describe("a provider's package over HTTP", () => {
  it("streams text, a call of a tool, and text behind its result", async () => {
    const { model, asked } = await openServer(
      streams(
        "tool_calls",
        { role: "assistant", content: "I keep " },
        { content: "that." },
        callDelta({ id: "call_abcdef", type: "function", function: { name: "memory_save", arguments: "" } }),
        callDelta({ function: { arguments: '{"text":"Ana ' } }),
        callDelta({ function: { arguments: 'likes tea"}' } }),
      ),
      streams("stop", { role: "assistant", content: "Kept" }, { content: "." }),
    );
    const service = await harness({ agent: createModelAgent({ model, instructions: "Be brief." }) });
    const session = await service.start("Keep that I like tea");
    const opened = { service, session };
    await expect.poll(() => payloads(opened, "turn.completed")).toEqual([{ output: "Kept." }]);

    expect(await payloads(opened, "agent.message.completed")).toEqual([{ text: "I keep that." }, { text: "Kept." }]);
    expect(await payloads(opened, "agent.toolCall.created")).toEqual([
      { id: "call_abcdef", name: "memory_save", arguments: { text: "Ana likes tea" } },
    ]);
    expect(await payloads(opened, "agent.model.usage")).toEqual([
      { inputTokens: 11, outputTokens: 7 },
      { inputTokens: 11, outputTokens: 7 },
    ]);
    expect(asked[0]?.body.tools.map((tool) => tool.function.name)).toContain("ask_user");
    expect(asked[1]?.body.messages).toMatchObject([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Keep that I like tea" },
      {
        role: "assistant",
        content: "I keep that.",
        tool_calls: [{ id: "call_abcdef", function: { name: "memory_save", arguments: '{"text":"Ana likes tea"}' } }],
      },
      { role: "tool", tool_call_id: "call_abcdef", content: expect.stringContaining("Ana likes tea") },
    ]);
  });

  it("fails in words without its response, the key and the address", async () => {
    const { model } = await openServer((response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "Incorrect API key provided: sk-secret-key" } }));
    });
    const service = await harness({ agent: createModelAgent({ model }) });
    const session = await service.start("Hi");
    await expect
      .poll(() => payloads({ service, session }, "turn.failed"))
      .toMatchObject([{ code: "model_failed", retryable: false }]);
    expect(JSON.stringify(await service.log(session))).not.toMatch(/sk-secret|Incorrect|127\.0\.0\.1/);
  });

  it("has its request ended when the turn is stopped", async () => {
    const { model, asked, aborted } = await openServer((response) => deltas(response, { content: "Half an " }));
    const service = await harness({ agent: createModelAgent({ model }) });
    const session = await service.start("Hi");
    await expect.poll(() => asked).toHaveLength(1);
    await service.call("POST", `${session}/events`, { type: "user.interrupt", payload: {} });
    await expect.poll(aborted).toBe(1);
    expect(await payloads({ service, session }, "turn.cancelled")).toEqual([{ reason: "interrupt" }]);
  });
});
