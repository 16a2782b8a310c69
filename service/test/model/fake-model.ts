/** A model whose answers a test defines, step by step: the fake that the AI SDK ships for its users. */
import type { SessionEvent } from "@service/sdk/protocol";
import { simulateReadableStream, type LanguageModel } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { expect } from "vitest";
import { createModelAgent, type ModelAgentOptions } from "../../src/model/model-agent.js";
import { isRecord } from "../../src/sessions/is-record.js";
import { harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import type { ServiceAppOptions } from "../../src/app.js";

type Streamed = Awaited<ReturnType<MockLanguageModelV3["doStream"]>>;
export type Chunk = Streamed["stream"] extends ReadableStream<infer Part> ? Part : never;

/** One step: what streams, or what the provider throws instead. */
export type Answer = readonly Chunk[] | Error;

/** Gives the answers one after the other; asked more often than that it fails. */
export function fakeModel(...answers: readonly Answer[]): MockLanguageModelV3 {
  let asked = 0;
  return new MockLanguageModelV3({
    doStream: async () => {
      const answer = answers[asked++];
      if (answer === undefined) throw new Error(`The model was asked ${asked} times.`);
      if (answer instanceof Error) throw answer;
      return { stream: streamOf(answer) };
    },
  });
}

const streamOf = (chunks: readonly Chunk[]): ReadableStream<Chunk> =>
  simulateReadableStream({ chunks: [...chunks], initialDelayInMs: null, chunkDelayInMs: null });

export function says(...words: string[]): Chunk[] {
  return [
    { type: "text-start", id: "t" },
    ...words.map((delta): Chunk => ({ type: "text-delta", id: "t", delta })),
    { type: "text-end", id: "t" },
  ];
}

export function thinks(delta: string): Chunk[] {
  return [
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta },
    { type: "reasoning-end", id: "r", providerMetadata: { fake: { signature: "signed" } } },
  ];
}

export function calls(toolCallId: string, toolName: string, given: unknown): Chunk[] {
  const input = typeof given === "string" ? given : JSON.stringify(given);
  return [{ type: "tool-call", toolCallId, toolName, input }];
}

export function ends(unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other" = "stop"): Chunk {
  return {
    type: "finish",
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 5, text: 5, reasoning: undefined },
    },
  };
}

/** The prompt of one of the model's steps, as its provider gets it. */
export function promptOf(model: MockLanguageModelV3, step: number) {
  return model.doStreamCalls[step]?.prompt.map(({ role, content }) => ({ role, content }));
}

export interface Talk {
  readonly service: Harness;
  readonly session: string;
}

/** A service whose agent has this model, and a session after its first turn. */
export async function talk(
  model: LanguageModel,
  first: string,
  {
    agent = {},
    app = {},
    fields = {},
  }: {
    agent?: Partial<Omit<ModelAgentOptions, "model" | "models">>;
    app?: Partial<ServiceAppOptions>;
    fields?: object;
  } = {},
): Promise<Talk> {
  const service = await harness({ agent: createModelAgent({ model, ...agent }), ...app });
  const session = await service.start(first, fields);
  await rest({ service, session });
  return { service, session };
}

/** Waits until the session's turn has ended or waits for a person. */
export async function rest({ service, session }: Talk): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const { status } = (await service.call("GET", session)).body;
    if (status !== undefined && ["idle", "requires_action", "cancelled"].includes(text(status))) return;
    await settle();
  }
  throw new Error(`The turn in ${session} did not come to rest.`);
}

/** Sends a message and waits for the turn. Returns the events since. */
export async function say({ service, session }: Talk, message: string, fields: object = {}): Promise<SessionEvent[]> {
  const before = (await service.log(session)).length;
  const body = { type: "user.message", payload: { text: message, ...fields } };
  expect((await service.call("POST", `${session}/events`, body)).status).toBe(202);
  await rest({ service, session });
  return (await service.log(session)).slice(before);
}

/** Decides or answers, and waits for the turn. */
export async function decide({ service, session }: Talk, type: string, payload: object): Promise<void> {
  expect((await service.call("POST", `${session}/events`, { type, payload })).status).toBe(202);
  await settle();
  await rest({ service, session });
}

/** The payloads of one type, oldest first. */
export async function payloads({ service, session }: Talk, type: string) {
  const events = (await service.log(session)).filter((event) => event.type === type);
  return events.map(({ payload }) => (isRecord(payload) ? payload : {}));
}
