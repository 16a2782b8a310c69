/** OpenAI's Chat Completions (`protocol.md` §7.13). Tools and pending decisions are in the extension only. */
import type { ChatReply } from "../../../wire/protocol/chat-chunk.js";
import { header } from "../../../wire/protocol/headers.js";
import { writeFrame } from "../../../wire/sse/write-frame.js";
import type { TurnUsage } from "../turn-usage.js";
import type { AnswerEncoder, AnswerFacts, ChatFormat } from "./format.js";
import { answerExtension } from "./answer-extension.js";
import { readChatCompletions } from "./read-chat-completions.js";
import { defaultModel } from "./read-client-body.js";

export const chatCompletionsFormat: ChatFormat = {
  name: "chat-completions",
  headers: { [header.chatFormat]: "chat-completions" },
  readRequest: readChatCompletions,
  createEncoder,
  writeWhole: (facts, { reply, usage }) => ({
    ...head(facts, "chat.completion"),
    choices: [{ index: 0, message: { role: "assistant", content: reply.text }, finish_reason: "stop" }],
    ...(usage && { usage: usageOf(usage) }),
    service: answerExtension(reply),
  }),
};

function createEncoder(facts: AnswerFacts): AnswerEncoder {
  const { includeUsage } = facts.echo;
  // One id for all chunks, also where it is made up.
  const shared = head(facts, "chat.completion.chunk");
  const write = (delta: object, reply?: ChatReply) =>
    frame({
      ...shared,
      choices: [{ index: 0, delta, finish_reason: reply ? "stop" : null }],
      ...(includeUsage && { usage: null }),
      ...(reply && { service: answerExtension(reply) }),
    });
  return {
    begin: () => write({ role: "assistant", content: "" }),
    chunk(chunk, _id, usage) {
      if (chunk.type === "text") return write({ content: chunk.text });
      if (chunk.type !== "done") return "";
      const last = includeUsage && usage ? frame({ ...shared, choices: [], usage: usageOf(usage) }) : "";
      return write({}, chunk.reply) + last;
    },
    fail: ({ code, message }) => frame({ error: { message, code, type: "server_error" } }),
    end: () => writeFrame({ data: "[DONE]" }),
  };
}

/** The id is the turn's, so that a retried request repeats it and no other answer of the session has it. */
function head({ turnId, newId, startedAt, echo }: AnswerFacts, object: string) {
  const created = Math.floor(startedAt / 1000);
  return { id: `chatcmpl-${turnId ?? newId()}`, object, created, model: echo.model ?? defaultModel };
}

function usageOf({ inputTokens, outputTokens }: TurnUsage) {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}

function frame(data: unknown): string {
  return writeFrame({ data: JSON.stringify(data) });
}
