/** Passes on what a request of a format brings: a message, or decisions on what waits. */
import { ChatError } from "../../wire/protocol/chat-error.js";
import type { ChatRespondBody } from "../../wire/protocol/chat-bodies.js";
import type { FormatInput } from "./formats/format.js";
import type { OpenConversation } from "./open-conversation.js";
import { readTurn, type TurnReading } from "./read-turn.js";
import { submitMessage, submitResponse } from "./submit.js";

/** Reads the events after the first one written. */
export async function submitInput(
  open: OpenConversation,
  input: FormatInput,
  signal: AbortSignal,
): Promise<TurnReading> {
  if (input.message) return submitMessage(open, input.message, signal);
  const [first, ...later] = input.decisions;
  if (first === undefined) throw messageRequired();
  const reading = await submitResponse(open, first, signal);
  for (const decision of later) await submitNext(open, decision, reading, signal);
  return reading;
}

/** A boundary takes one decision (`protocol.md` §2.5); the next is given once the turn waits again. */
async function submitNext(
  open: OpenConversation,
  decision: ChatRespondBody,
  reading: TurnReading,
  signal: AbortSignal,
): Promise<void> {
  for await (const { chunk } of readTurn(open, reading, signal)) {
    if (chunk?.type !== "done" || chunk.reply.status !== "pending") continue;
    await submitResponse(open, decision, signal);
    return;
  }
}

/** The last word of a request is the user's, or there is nothing to send (`protocol.md` §0.1, 21). */
export function messageRequired(): ChatError {
  return new ChatError("The last message must be the user's and have text; nothing was sent.", {
    code: "message_required",
    status: 400,
  });
}
