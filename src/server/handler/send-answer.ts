/** Sends what a request of a format brings, and answers with the turn: streamed, or whole. */
import { ChatError } from "../../wire/protocol/chat-error.js";
import { assertOwnFiles } from "./assert-files.js";
import { header } from "../../wire/protocol/headers.js";
import { retryHeader } from "./error-answer.js";
import type { FormatRequest, ImportedMessage } from "./formats/format.js";
import { importedContext } from "./formats/imported-history.js";
import type { OpenConversation } from "./open-conversation.js";
import { readIdempotencyKey } from "./read-request.js";
import { readTurn, type TurnReading } from "./read-turn.js";
import { answerFacts, observe, streamEnded, turnAnswer, type StreamContext } from "./stream-answer.js";
import { submitInput } from "./submit-input.js";
import { keyOfTry } from "./tried-again.js";

export interface SendRequest {
  readonly asked: FormatRequest;
  /** The bytes that `asked` was read from. */
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * @throws {ChatError} (502) with the failure's code, when an answer that is not streamed is of a turn that failed.
 * @throws {DoorRefusal} what `assertOwnFiles` throws.
 */
export async function sendAnswer(
  open: OpenConversation,
  { asked, body }: SendRequest,
  context: StreamContext,
  signal: AbortSignal,
): Promise<Response> {
  await assertOwnFiles(open, asked.input.message?.resources, signal);
  const key = needsKey(asked) ? await keyOfTry(open, context.request, body, signal) : undefined;
  const { input, history = [] } = keyed(asked, key);
  const reading = await submitInput(withHistory(open, history), input, signal);
  const isWhole = asked.stream === false && context.format.writeWhole !== undefined;
  return isWhole ? wholeAnswer(open, reading, context, signal) : turnAnswer(open, reading, context);
}

/** The format's own key wins over the header that clients of many services send. */
export function withKey(asked: FormatRequest, request: Request): FormatRequest {
  return needsKey(asked) ? keyed(asked, readIdempotencyKey(request)) : asked;
}

function needsKey({ input }: FormatRequest): boolean {
  return input.message !== undefined && input.message.clientEventId === undefined;
}

function keyed(asked: FormatRequest, clientEventId: string | undefined): FormatRequest {
  const { message } = asked.input;
  if (!message || clientEventId === undefined) return asked;
  return { ...asked, input: { message: { ...message, clientEventId } } };
}

/** Earlier messages accompany only a creation, and the host's own context has priority. */
function withHistory(open: OpenConversation, history: readonly ImportedMessage[]): OpenConversation {
  const modelContext = open.session === null ? importedContext(history) : undefined;
  if (modelContext === undefined || typeof open.creation.modelContext === "string") return open;
  return { ...open, creation: { ...open.creation, modelContext } };
}

async function wholeAnswer(
  open: OpenConversation,
  { turnId, ...reading }: TurnReading,
  context: StreamContext,
  signal: AbortSignal,
): Promise<Response> {
  const { format, visit } = context;
  visit.note({ turnId });
  const facts = answerFacts(open, context, turnId);
  // The message is in the log by now: an automatic retry of the client would repeat it.
  visit.headers.set(retryHeader, "false");
  for await (const { id, usage, chunk, failure } of readTurn(observe(open, context), { turnId, ...reading }, signal)) {
    if (failure) throw new ChatError(failure.message, { code: failure.code, retryable: failure.retryable });
    if (chunk.type !== "done") continue;
    const headers = new Headers(visit.headers);
    headers.delete(retryHeader);
    headers.set(header.turnId, turnId);
    headers.set(header.chatFormat, format.name);
    headers.set("cache-control", "no-store");
    const whole = format.writeWhole?.(facts, { reply: chunk.reply, lastSequence: id ?? 0, usage });
    return Response.json(whole, { headers });
  }
  if (signal.aborted) throw new DOMException("The caller left.", "AbortError");
  throw streamEnded();
}
