/** Passes on what a request of a format brings: a message, or decisions on what waits. */
import { ChatError } from "../../wire/protocol/chat-error.js";
import type { ChatRespondBody } from "../../wire/protocol/chat-bodies.js";
import { emptyTurn, foldTurn } from "./fold-turn.js";
import type { FormatInput } from "./formats/format.js";
import type { OpenConversation } from "./open-conversation.js";
import { readTurn, type TurnReading } from "./read-turn.js";
import { replay } from "./replay.js";
import { submitMessage, submitResponse } from "./submit.js";

/** Reads the events after a message, and the first decision with those after it, as it may have settled a question. */
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
  return { ...reading, cursor: reading.cursor - 1 };
}

/**
 * A boundary takes one decision (`protocol.md` §2.5); the next is given once the turn waits again. One that is in the log
 * already, such as an earlier decision of the same step, is left out.
 */
async function submitNext(
  open: OpenConversation,
  decision: ChatRespondBody,
  reading: TurnReading,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isPending(open, decision.requestId, reading, signal))) return;
  for await (const { chunk } of readTurn(open, reading, signal)) {
    if (chunk?.type !== "done" || chunk.reply.status !== "pending") continue;
    await submitResponse(open, decision, signal);
    return;
  }
}

/** Whether the turn still waits for it, as far as the log is written now. */
async function isPending(
  open: OpenConversation,
  requestId: string,
  { turnId, from }: TurnReading,
  signal: AbortSignal,
): Promise<boolean> {
  let state = emptyTurn({ turnId, ...open.ref });
  for await (const event of replay(open, from - 1, { signal })) state = foldTurn(state, event).state;
  return state.pending.some((one) => one.requestId === requestId);
}

/** The last word of a request is the user's, or there is nothing to send (`protocol.md` §0.1, 21). */
export function messageRequired(): ChatError {
  return new ChatError("The last message must be the user's and have text; nothing was sent.", {
    code: "message_required",
    status: 400,
  });
}
