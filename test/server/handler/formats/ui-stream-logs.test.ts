import fc from "fast-check";
import * as six from "ai";
import * as seven from "ai-7";
import { afterAll, describe, expect, it } from "vitest";
import {
  emptyTurn,
  foldTurn,
  turnOf,
  type TurnFrame,
  type TurnState,
} from "../../../../src/server/handler/fold-turn.js";
import type { AnswerEncoder, RequestEcho } from "../../../../src/server/handler/formats/format.js";
import { historyMessages } from "../../../../src/server/handler/history-messages.js";
import { createUiStreamEncoder } from "../../../../src/server/handler/formats/ui-stream-encoder.js";
import { writeUiHistory } from "../../../../src/server/handler/formats/ui-stream-history.js";
import { readUiStreamRequest } from "../../../../src/server/handler/formats/ui-stream-request.js";
import type { SessionEvent } from "../../../../src/wire/protocol/session-event.js";
import { arbitraryLog } from "../../../support/arbitrary-log.js";

/** The AI SDK's readers of a stream: its transport validates every part, its reader builds the message. */
const clients = { six, seven: seven as unknown as typeof six } as const;
type UIMessage = six.UIMessage;
type Part = UIMessage["parts"][number];

const counts = { logs: 0, turns: 0, ended: 0, streams: 0, decisions: 0, answers: 0, failures: 0 };
afterAll(() => console.info("the UI message stream of drawn logs:", JSON.stringify(counts)));

/** The client's message after it has read a stream, to continue with. Fails when the client rejects a part. */
async function readBy(
  client: typeof six,
  stream: string,
  message: UIMessage | undefined,
): Promise<{ readonly message: UIMessage | undefined; readonly errors: readonly string[] }> {
  const transport = new client.DefaultChatTransport({ fetch: async () => new Response(stream) });
  const parts = await transport.sendMessages({
    trigger: "submit-message",
    chatId: "c",
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  });
  const told: string[] = [];
  const errors: unknown[] = [];
  const heard = parts.pipeThrough(
    new TransformStream<six.UIMessageChunk, six.UIMessageChunk>({
      transform(chunk, controller) {
        if (chunk.type === "error") told.push(chunk.errorText);
        else controller.enqueue(chunk);
      },
    }),
  );
  let read = message;
  const onError = (error: unknown) => void errors.push(error);
  const given = message && { message: structuredClone(message) };
  for await (const next of client.readUIMessageStream({ stream: heard, onError, ...given })) read = next;
  expect(errors).toEqual([]);
  counts.streams += 1;
  return { message: read, errors: told };
}

interface Reading {
  readonly client: typeof six;
  readonly toolParts: boolean;
}

/** One turn as a client reads it: up to a decision, decides as the log has it, and reads on in the same message. */
class Life {
  private readonly reading: Reading;
  private state: TurnState;
  private message: UIMessage | undefined;
  /** Undefined while nothing is read. */
  private encoder: AnswerEncoder | undefined;
  private stream = "";
  /** The turn ended while it waited, so that the client, which reads no more then, has not heard of it. */
  private isLeft = false;
  /** Frames that the client receives after the turn has ended. */
  private readonly whole: TurnFrame[] = [];

  constructor(turnId: string, reading: Reading) {
    this.reading = reading;
    this.state = emptyTurn({ turnId, sessionId: "s", workspaceId: "w" });
    this.begin({});
  }

  async take(event: SessionEvent): Promise<void> {
    const waited = this.state.phase === "waiting";
    const { state, frames } = foldTurn(this.state, event, {
      everyPending: true,
      settled: true,
      reasoning: this.reading.toolParts,
    });
    this.state = state;
    if (state.phase !== "waiting") this.whole.push(...frames);
    const posted = waited && this.encoder === undefined && this.message ? post(this.message, event) : undefined;
    if (posted) {
      this.message = posted.message;
      this.begin(posted.echo);
    }
    if (this.encoder === undefined) {
      this.isLeft ||= frames.some(({ chunk }) => chunk?.type !== "pending");
      return;
    }
    for (const frame of frames) this.stream += write(this.encoder, frame);
    if (state.phase === "ended" || (state.phase === "waiting" && frames.length > 0)) await this.end(frames.at(-1));
  }

  /** The client's message, once it has read the whole turn. */
  get read(): UIMessage | undefined {
    return this.state.phase === "ended" && this.encoder === undefined && !this.isLeft ? this.message : undefined;
  }

  /** Streams the turn again from its beginning, as after a reload. */
  async again(): Promise<void> {
    if (this.state.phase !== "ended") return;
    const encoder = this.begin({});
    for (const frame of this.whole) this.stream += write(encoder, frame);
    this.message = undefined;
    await this.end(this.whole.at(-1));
  }

  private begin(echo: RequestEcho): AnswerEncoder {
    const { turnId, sessionId, workspaceId } = this.state;
    const { toolParts } = this.reading;
    const ids = { turnId, sessionId, workspaceId };
    this.encoder = createUiStreamEncoder({ ...ids, startedAt: 0, newId: () => "made", toolParts, echo });
    this.stream = this.encoder.begin();
    return this.encoder;
  }

  private async end(last: TurnFrame | undefined): Promise<void> {
    const read = await readBy(this.reading.client, this.stream + (this.encoder?.end() ?? ""), this.message);
    this.encoder = undefined;
    this.message = read.message;
    expect(read.errors).toHaveLength(last?.failure ? 1 : 0);
    counts.failures += read.errors.length;
    if (this.state.phase === "ended") expectWhole(read.message, this.state);
    const { client } = this.reading;
    const valid = await client.safeValidateUIMessages({ messages: read.message ? [read.message] : [] });
    expect(valid.success || [valid.error.message, read.message]).toBe(true);
  }
}

function write(encoder: AnswerEncoder, { id, chunk, failure }: TurnFrame): string {
  return chunk ? encoder.chunk(chunk, id) : encoder.fail(failure, id);
}

/** The client's post for what the log has next, read as the handler reads it; undefined when the event is no answer. */
function post(message: UIMessage, event: SessionEvent) {
  const payload = event.payload as { approvalId: string; decision: string; message?: string; requestId: string };
  if (event.type === "user.humanInputResponse") {
    counts.answers += 1;
    const respond = { requestId: payload.requestId, skip: true };
    const { input, echo } = readUiStreamRequest({ id: "c", messages: [message], messageId: message.id, respond });
    expect(input.decisions).toEqual([respond]);
    return { message, echo: echo ?? {} };
  }
  if (event.type !== "user.approvalDecision") return undefined;
  counts.decisions += 1;
  const approved = payload.decision === "approve";
  const reason = payload.message;
  const decided: UIMessage = {
    ...message,
    parts: message.parts.map((part) => {
      if (!("approval" in part) || part.state !== "approval-requested" || part.approval.id !== payload.approvalId)
        return part;
      const approval = { ...part.approval, approved, ...(reason !== undefined && { reason }) };
      return { ...part, state: "approval-responded", approval } as Part;
    }),
  };
  const { input, echo } = readUiStreamRequest({ id: "c", messages: [decided], messageId: decided.id });
  // Earlier decisions of the same step are posted again, under their own keys.
  const own = { requestId: payload.approvalId, decision: payload.decision };
  expect(input.decisions).toContainEqual(expect.objectContaining(own));
  return { message: decided, echo: echo ?? {} };
}

/** The answer's text once and in order, under the turn's id, with no tool left running. */
function expectWhole(message: UIMessage | undefined, state: TurnState): void {
  expect(message?.id).toBe(state.turnId);
  const parts = message?.parts ?? [];
  expect(parts.map((part) => (part.type === "text" ? part.text : "")).join("")).toBe(state.text);
  const calls = parts.flatMap((part) => ("toolCallId" in part ? [[part.toolCallId, part.state] as const] : []));
  const states = new Map(calls);
  expect(calls).toHaveLength(states.size);
  const questions = parts.flatMap((part) => (part.type === "data-service-pending" ? [part.id] : []));
  expect(questions).toHaveLength(new Set(questions).size);
  const open = [...states.values()].filter((one) => !/^output-(available|error|denied)$/.test(one));
  expect(open).toEqual([]);
  counts.ended += 1;
}

describe.each(["six", "seven"] as const)("any session log, version %s of the AI SDK", (name) => {
  it.each([true, false])("reads it completely, with tools and reasoning: %s", async (toolParts) => {
    const property = fc.asyncProperty(arbitraryLog({ maxEvents: 120 }), async (log) => {
      counts.logs += 1;
      const started = new Set(log.flatMap((event) => (event.type === "turn.started" ? (turnOf(event) ?? []) : [])));
      for (const turnId of started) {
        counts.turns += 1;
        const life = new Life(turnId, { client: clients[name], toolParts });
        for (const event of log) await life.take(event);
        await life.again();
      }
    });
    const before = counts.ended;
    await fc.assert(property, { numRuns: 40 });
    expect(counts.ended).toBeGreaterThan(before);
  });

  it("accepts arguments and questions that look like an attack", async () => {
    const input: unknown = JSON.parse('{"__proto__":{"a":1},"b":{"constructor":{"prototype":{}}}}');
    const facts = { turnId: "turn", sessionId: "s", workspaceId: "w", startedAt: 0, newId: () => "made" };
    const encoder = createUiStreamEncoder({ ...facts, toolParts: true, echo: {} });
    const asked = { kind: "human_input", requestId: "q", name: null, payload: input } as const;
    const stream =
      encoder.begin() +
      encoder.chunk({ type: "tool", name: "look_up", status: "started", callId: "call", input }, 1) +
      encoder.chunk({ type: "pending", pending: asked }, undefined) +
      encoder.end();
    const { message } = await readBy(clients[name], stream, undefined);
    expect(message?.parts).toMatchObject([
      { type: "step-start" },
      { type: "dynamic-tool", toolCallId: "call", state: "input-available", input: { b: {} } },
      { type: "data-service-pending", data: { requestId: "q", payload: { b: {} } } },
    ]);
  });
});

/** The history of a whole log, as its request receives it. */
function historyOf(log: readonly SessionEvent[], toolParts: boolean): readonly UIMessage[] {
  const messages = historyMessages(log).placed.map(({ message }) => message);
  const history = { conversation: null, sessionId: "s", created: true, messages, pending: [], status: null };
  const written = writeUiHistory({ history, events: log }, { toolParts, reasoningParts: toolParts });
  return (JSON.parse(written) as { readonly messages: readonly UIMessage[] }).messages;
}

/** Each call's newest state. */
function statesOf({ parts }: UIMessage): ReadonlyMap<string, string> {
  return new Map(parts.flatMap((part) => ("toolCallId" in part ? [[part.toolCallId, part.state] as const] : [])));
}

describe.each(["six", "seven"] as const)("the history of any session log, version %s of the AI SDK", (name) => {
  it.each([true, false])(
    "is valid, and equals the messages that were streamed, with tools and reasoning: %s",
    async (toolParts) => {
      const compared = { turns: 0 };
      const property = fc.asyncProperty(arbitraryLog({ maxEvents: 120 }), async (log) => {
        const messages = historyOf(log, toolParts);
        // The AI SDK finds an empty list invalid.
        const valid =
          messages.length === 0 || (await clients[name].safeValidateUIMessages({ messages: [...messages] }));
        expect(valid === true || valid.success || valid.error.message).toBe(true);
        for (const message of messages) {
          if (message.role === "user") continue;
          const life = new Life(message.id, { client: clients[name], toolParts });
          for (const event of log) await life.take(event);
          const { read } = life;
          if (read === undefined) continue;
          compared.turns += 1;
          expect(statesOf(message)).toEqual(statesOf(read));
          expect(shownOf(message)).toEqual(shownOf(read));
        }
      });
      await fc.assert(property, { numRuns: 40 });
      expect(compared.turns).toBeGreaterThan(0);
    },
  );
});

/** The parts as JSON, without an empty last step, which the client does not have yet. */
function shownOf({ parts }: UIMessage): unknown {
  const last = parts.findLastIndex(({ type }) => type !== "step-start");
  return JSON.parse(JSON.stringify(parts.slice(0, last + 1)));
}
