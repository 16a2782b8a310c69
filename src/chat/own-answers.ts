/**
 * Reads answers from the streams of their own requests, where the handler has no stream to follow. Such a handler reports
 * a refused message only in that stream. A stream that breaks is left to the polling of the history.
 */
import type { Clock } from "../foundation/clock.js";
import type { DoorTools } from "../conversation/door.js";
import type { OutboxEntry } from "../conversation/outbox/outbox-entry.js";
import type { ChatHistory, ChatRespondBody, ChatSendBody } from "../wire/protocol/chat-bodies.js";
import { filesField } from "../wire/protocol/file-resource.js";
import { createStreamConnection } from "../wire/sse/stream-connection.js";
import { shown, type ChatFold } from "./chat-fold.js";
import { unnamedTurnOf } from "./older-handler.js";
import { foldChunk, foldOwnTurn } from "./chat-log.js";
import type { ChatRequests } from "./chat-requests.js";
import { readChunkFrame, type FrameContent } from "./read-chunks.js";

interface OwnAnswersOptions {
  readonly requests: Pick<ChatRequests, "send" | "respond" | "history" | "canFollow">;
  readonly fold: ChatFold;
  readonly tools: Pick<DoorTools, "state" | "took" | "fail" | "refuse" | "signal">;
  readonly clock: Clock;
  readonly takeContent: (content: NonNullable<FrameContent>) => void;
  readonly takeHistory: (history: ChatHistory) => void;
}

/** A message whose answer arrives in the stream of its own request. */
interface OwnMessage extends Pick<OutboxEntry, "clientEventId" | "text" | "resources"> {
  readonly turnId: string | null;
}

/** How long a stream may be silent (ms). */
const inactivityMs = 45_000;

export function createOwnAnswers(options: OwnAnswersOptions) {
  const { requests, fold, tools, takeContent, takeHistory } = options;
  const { signal } = tools;
  const isUnsent = (id: string) => tools.state().outbox.some(({ clientEventId }) => clientEventId === id);
  let reading = 0;
  /** Messages that were sent and not answered. */
  const unanswered = new Set<string>();

  /** Reads a stream to its end. Resolves with the failure of one that failed before its first chunk. */
  async function readToEnd(body: ReadableStream<Uint8Array>, sent: OwnMessage | undefined): Promise<Error | null> {
    let hasBegun = false;
    try {
      for await (const content of contentsOf(body, options)) {
        if (!hasBegun && content.kind === "failure") return content.error;
        // The handler now has a stream to follow, which contains this answer, too.
        if (requests.canFollow()) return null;
        if (!hasBegun) {
          hasBegun = true;
          reading += 1;
          begin(sent);
        }
        takeContent(content);
      }
      return null;
    } finally {
      if (hasBegun) reading -= 1;
    }
  }

  function begin(sent: OwnMessage | undefined): void {
    const turnId = sent ? (sent.turnId ?? unnamedTurnOf(sent.clientEventId)) : (fold.log().running?.turnId ?? null);
    if (turnId === null) return;
    const told = sent && { clientEventId: sent.clientEventId, text: sent.text, ...filesField(sent.resources) };
    if (told) fold.change((log, now) => foldOwnTurn(log, told, turnId, now));
    // After a decision the turn continues.
    else fold.change((log, now) => foldChunk(log, { type: "turn", turnId, state: "started" }, now));
    tools.took(sent && [shown(sent.clientEventId, turnId)]);
  }

  async function read(body: ReadableStream<Uint8Array>, sent?: OwnMessage): Promise<void> {
    const failure = await readToEnd(body, sent);
    if (failure && !signal.aborted) await refuse(failure, sent);
    if (!signal.aborted) tools.took([{ kind: "look" }]);
  }

  /** The answer failed before it began: the message was refused, unless the history has it. */
  async function refuse(failure: Error, sent: OwnMessage | undefined): Promise<void> {
    const history = await requests.history(signal).catch(() => null);
    if (signal.aborted) return;
    if (history) takeHistory(history);
    if (!sent || !isUnsent(sent.clientEventId)) return tools.fail("turn", failure);
    tools.refuse(sent.clientEventId, { state: history ? "failed" : "unknown", error: failure.message });
    tools.fail("message", failure);
  }

  /** Reads the current log; finding the message aborts its own `given`. */
  async function lookUp(given: AbortSignal): Promise<void> {
    takeHistory(await requests.history(given));
    given.throwIfAborted();
  }

  return {
    /** Whether an answer is being read; a page of the history would only repeat it. */
    isReading: () => reading > 0,
    send: async ({ text, clientEventId, delivery, resources }: OutboxEntry, given: AbortSignal) => {
      // Such a handler may not support keys: a message whose response was lost would be repeated.
      if (unanswered.has(clientEventId) && !requests.canFollow()) await lookUp(given);
      for (const id of unanswered) if (!isUnsent(id)) unanswered.delete(id);
      unanswered.add(clientEventId);
      // The handler refuses any that are not files.
      const files = resources && { resources: resources as ChatSendBody["resources"] };
      const { turnId, answer } = await requests.send({ message: text, clientEventId, delivery, ...files }, given);
      unanswered.delete(clientEventId);
      if (answer) void read(answer, { clientEventId, text, turnId, resources });
      return { turnId };
    },
    async respond(body: ChatRespondBody): Promise<void> {
      const { answer } = await requests.respond(body, signal);
      if (answer) void read(answer);
    },
  };
}

async function* contentsOf(
  body: ReadableStream<Uint8Array>,
  { clock, tools: { signal } }: Pick<OwnAnswersOptions, "clock" | "tools">,
): AsyncGenerator<NonNullable<FrameContent>, void, void> {
  const open = () => Promise.resolve(body);
  const connection = createStreamConnection({ open, clock, connectMs: inactivityMs, inactivityMs, signal });
  try {
    for await (const frames of connection.frames(body)) {
      for (const frame of frames) {
        const content = readChunkFrame(frame);
        if (content && !signal.aborted) yield content;
      }
    }
  } catch {
    // The polled history has the rest.
  } finally {
    connection.close();
  }
}
