/** OpenAI's Responses (`protocol.md` §7.14): one message whose one part grows, whatever segments the turn has. */
import type { ChatReply } from "../../../wire/protocol/chat-chunk.js";
import { header } from "../../../wire/protocol/headers.js";
import { writeFrame } from "../../../wire/sse/write-frame.js";
import type { TurnUsage } from "../turn-usage.js";
import { answerExtension } from "./answer-extension.js";
import type { AnswerEncoder, AnswerFacts, ChatFormat } from "./format.js";
import { defaultModel } from "./read-client-body.js";
import { readResponses } from "./read-responses.js";
import { answerIds } from "./response-id.js";

export const responsesFormat: ChatFormat = {
  name: "responses",
  headers: { [header.chatFormat]: "responses" },
  readRequest: readResponses,
  createEncoder,
  writeWhole(facts, { reply, lastSequence, usage }) {
    const ids = answerIds(facts.sessionId, String(lastSequence));
    return ended({ facts, ids }, reply, reply.text, usage);
  },
};

interface Answer {
  readonly facts: AnswerFacts;
  readonly ids: ReturnType<typeof answerIds>;
}

type Status = "in_progress" | "completed" | "incomplete";

function createEncoder(facts: AnswerFacts): AnswerEncoder {
  const answer: Answer = { facts, ids: answerIds(facts.sessionId, facts.newId()) };
  const place = { item_id: answer.ids.item, output_index: 0, content_index: 0 };
  let next = 0;
  let text = "";
  const write = (type: string, fields: object) => {
    const data = { type, sequence_number: next++, ...fields };
    return writeFrame({ event: type, data: JSON.stringify(data) });
  };
  return {
    begin() {
      const response = { ...head(answer, "in_progress"), output: [], output_text: "", usage: null };
      const begun = { ...item(answer, "in_progress", ""), content: [] };
      return [
        write("response.created", { response }),
        write("response.in_progress", { response }),
        write("response.output_item.added", { output_index: 0, item: begun }),
        write("response.content_part.added", { ...place, part: part("") }),
      ].join("");
    },
    chunk(chunk, _id, usage) {
      if (chunk.type === "text") {
        text += chunk.text;
        return write("response.output_text.delta", { ...place, delta: chunk.text, logprobs: [] });
      }
      if (chunk.type !== "done") return "";
      const response = ended(answer, chunk.reply, text, usage);
      return [
        write("response.output_text.done", { ...place, text, logprobs: [] }),
        write("response.content_part.done", { ...place, part: part(text) }),
        write("response.output_item.done", { output_index: 0, item: item(answer, response.status, text) }),
        write(`response.${response.status}`, { response }),
      ].join("");
    },
    // OpenAI's own client throws the value of `error`; it treats a frame without it as an ordinary one.
    fail: ({ code, message }) =>
      write("error", { code, message, param: null, error: { message, code, type: "server_error", param: null } }),
    end: () => "",
  };
}

/** The answer as it is in the end. One that waits for a person, or was stopped, is incomplete. */
function ended(answer: Answer, reply: ChatReply, text: string, usage: TurnUsage | undefined) {
  const status: Status = reply.status === "completed" ? "completed" : "incomplete";
  return {
    ...head(answer, status),
    ...(status === "incomplete" && { incomplete_details: { reason: reply.status } }),
    output: [item(answer, status, text)],
    output_text: text,
    usage: usage ? usageOf(usage) : null,
    service: answerExtension(reply),
  };
}

/** The details are empty: the log has no counts of cached and reasoning tokens, and zeros would be wrong. */
function usageOf({ inputTokens, outputTokens }: TurnUsage) {
  return {
    input_tokens: inputTokens,
    input_tokens_details: {},
    output_tokens: outputTokens,
    output_tokens_details: {},
    total_tokens: inputTokens + outputTokens,
  };
}

function head({ facts, ids }: Answer, status: Status) {
  return {
    id: ids.response,
    object: "response",
    created_at: Math.floor(facts.startedAt / 1000),
    status,
    error: null,
    incomplete_details: null as { readonly reason: string } | null,
    model: facts.echo.model ?? defaultModel,
    previous_response_id: facts.echo.previousResponseId ?? null,
  };
}

function item({ ids }: Answer, status: Status, text: string) {
  return { type: "message", id: ids.item, status, role: "assistant", content: [part(text)] };
}

function part(text: string) {
  return { type: "output_text", text, annotations: [] };
}
