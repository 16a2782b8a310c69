import { APICallError, LoadAPIKeyError } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { createModelAgent } from "../../src/model/model-agent.js";
import { harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { ends, fakeModel, payloads, rest, says, thinks, type Chunk } from "./fake-model.js";

const secret = "sk-live-0123456789abcdef";
const url = "https://models.internal.example/v1/chat";

/** As providers fail: with their address, and with a body that quotes the key. */
function refusal(statusCode: number, isRetryable = statusCode >= 500): APICallError {
  const responseBody = JSON.stringify({ error: { message: `Incorrect API key provided: ${secret}` } });
  const message = `Incorrect API key provided: ${secret}`;
  return new APICallError({ message, url, requestBodyValues: { secret }, statusCode, responseBody, isRetryable });
}

/** A turn whose model fails, once the waits between its tries are over. */
async function failed(model: MockLanguageModelV3) {
  const raw: unknown[] = [];
  const service = await harness({ agent: createModelAgent({ model, onError: (error) => raw.push(error) }) });
  const session = await service.start("Hi");
  await service.clock.advance(1_000);
  await service.clock.advance(4_000);
  await rest({ service, session });
  const [failure] = await payloads({ service, session }, "turn.failed");
  return { service, session, failure, raw };
}

describe("a model that fails", () => {
  it.each([
    [401, false, "key"],
    [400, false, "status 400"],
    [429, true, "later"],
    [503, true, "again"],
    [529, true, "again"],
  ])("with status %i ends the turn as failed, in words without key and address", async (status, retryable, words) => {
    const error = refusal(status);
    const { service, session, failure, raw } = await failed(fakeModel(error, error, error));
    expect(failure).toMatchObject({ code: "model_failed", retryable, error: expect.stringContaining(words) });
    const log = JSON.stringify(await service.log(session));
    for (const hidden of [secret, url, "models.internal", "Incorrect"]) expect(log).not.toContain(hidden);
    expect(raw).toEqual(retryable ? [error, error, error] : [error]);
    expect(service.faults).toEqual([]);
  });

  it.each([
    ["a connection that broke", new TypeError(`fetch failed: ${url}`), true],
    ["a key that is missing", new LoadAPIKeyError({ message: `${secret} is missing` }), false],
  ])("by %s is described in our own words", async (_what, error, retryable) => {
    const { service, session, failure } = await failed(fakeModel(error, error, error));
    expect(failure).toMatchObject({ code: "model_failed", retryable });
    expect(JSON.stringify(await service.log(session))).not.toMatch(/sk-live|models\.internal/);
  });

  it("for a moment is retried, and the turn continues", async () => {
    const model = fakeModel(refusal(503), refusal(429), [...says("Here."), ends()]);
    const { service, session, failure } = await failed(model);
    expect(failure).toBeUndefined();
    expect(await payloads({ service, session }, "turn.completed")).toEqual([{ output: "Here." }]);
  });

  it("in the middle of its answer is not retried: its text stays", async () => {
    const broken: Chunk[] = [...says("Half an ").slice(0, 2), { type: "error", error: refusal(503) }];
    const model = fakeModel(broken);
    const { service, session, failure } = await failed(model);
    expect(model.doStreamCalls).toHaveLength(1);
    expect(failure).toMatchObject({ code: "model_failed", retryable: true });
    expect(await payloads({ service, session }, "agent.message.completed")).toEqual([{ text: "Half an " }]);
  });

  it("by refusing ends the turn as refused", async () => {
    const { failure } = await failed(fakeModel([...says("I"), ends("content-filter")]));
    expect(failure).toMatchObject({ code: "model_refused", retryable: false });
  });

  it("by writing nothing but thoughts until it may write no more ends the turn as cut", async () => {
    const { failure } = await failed(fakeModel([...thinks("Hm."), ends("length")]));
    expect(failure).toMatchObject({ code: "model_output_cut", retryable: false });
  });

  it("by truncation keeps its text", async () => {
    const { service, session, failure } = await failed(fakeModel([...says("Once upon"), ends("length")]));
    expect(failure).toBeUndefined();
    expect(await payloads({ service, session }, "turn.completed")).toEqual([{ output: "Once upon" }]);
  });

  it("without any output is reported", async () => {
    const { failure } = await failed(fakeModel([ends("error")]));
    expect(failure).toMatchObject({ code: "model_failed", retryable: true });
  });
});

describe("a stop", () => {
  it("aborts the model's request at once, and later output is not written", async () => {
    let late: ReadableStreamDefaultController<Chunk> | undefined;
    const model = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream<Chunk>({
          start(controller) {
            late = controller;
            for (const chunk of says("Half an ").slice(0, 2)) controller.enqueue(chunk);
          },
          // A cancelled stream has no later output.
          cancel() {
            late = undefined;
          },
        }),
      }),
    });
    const service = await harness({ agent: createModelAgent({ model }) });
    const session = await service.start("Hi");
    await settle();
    const signal = model.doStreamCalls[0]?.abortSignal;
    expect(signal?.aborted).toBe(false);
    await service.call("POST", `${session}/events`, { type: "user.interrupt", payload: {} });
    await rest({ service, session });
    expect(signal?.aborted).toBe(true);
    late?.enqueue({ type: "text-delta", id: "t", delta: "answer" });
    await settle();
    expect(await payloads({ service, session }, "turn.cancelled")).toEqual([{ reason: "interrupt" }]);
    expect(JSON.stringify(await service.log(session))).not.toContain("answer");
    expect(service.faults).toEqual([]);
  });

  it("ends the wait before the model is asked again", async () => {
    const model = fakeModel(refusal(503));
    const service = await harness({ agent: createModelAgent({ model }) });
    const session = await service.start("Hi");
    await settle();
    expect(model.doStreamCalls).toHaveLength(1);
    await service.call("POST", `${session}/events`, { type: "user.interrupt", payload: {} });
    await rest({ service, session });
    await service.clock.advance(60_000);
    expect(model.doStreamCalls).toHaveLength(1);
  });
});
