/** How a question ended, as the log settled it. */
import { answersInWords } from "../../timeline/events/human-input.js";
import type { ChatPending, SettledChunk } from "../../wire/protocol/chat-chunk.js";
import { readHumanInputRequest } from "../../wire/protocol/decisions.js";
import type { EventPayloads } from "../../wire/protocol/event-payloads.js";

/** The outcome of a question, its answers in words, and who gave them. */
export type Settled = Pick<SettledChunk, "outcome" | "answers" | "actor">;

/** A question; with `settled` once it is no longer pending. */
export type AskedQuestion = ChatPending & { readonly settled?: Settled | undefined };

export function settleQuestion(
  asked: ChatPending,
  { response, actor }: EventPayloads["user.humanInputResponse"],
): AskedQuestion {
  const questions = readHumanInputRequest(asked.payload)?.questions ?? [];
  const answers = response && answersInWords(questions, response);
  const settled = { outcome: response?.outcome ?? "answered", ...(actor && { actor }), ...(answers && { answers }) };
  return { ...asked, settled };
}
