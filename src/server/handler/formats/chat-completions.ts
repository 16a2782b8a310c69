/** OpenAI's Chat Completions (`protocol.md` §7.13). Tools and pending decisions are in the extension only. */
import type { ChatReply } from "../../../wire/protocol/chat-chunk.js";
import { header } from "../../../wire/protocol/headers.js";
import { writeFrame } from "../../../wire/sse/write-frame.js";
import type { AnswerEncoder, AnswerFacts, ChatFormat } from "./format.js";
import { answerExtension } from "./answer-extension.js";
import { readChatCompletions } from "./read-chat-completions.js";
import { defaultModel } from "./read-client-body.js";

export const chatCompletionsFormat: ChatFormat = {
  name: "chat-completions",
  headers: { [header.chatFormat]: "chat-completions" },
  readRequest: readChatCompletions,
  createEncoder,
  writeWhole: (facts, { reply }) => ({
    ...head(facts, "chat.completion"),
    choices: [{ index: 0, message: { role: "assistant", content: reply.text }, finish_reason: "stop" }],
    service: answerExtension(reply),
  }),
};

function createEncoder(facts: AnswerFacts): AnswerEncoder {
  const write = (delta: object, reply?: ChatReply) =>
    frame({
      ...head(facts, "chat.completion.chunk"),
      choices: [{ index: 0, delta, finish_reason: reply ? "stop" : null }],
      ...(reply && { service: answerExtension(reply) }),
    });
  return {
    begin: () => write({ role: "assistant", content: "" }),
    chunk(chunk) {
      if (chunk.type === "text") return write({ content: chunk.text });
      return chunk.type === "done" ? write({}, chunk.reply) : "";
    },
    fail: ({ code, message }) => frame({ error: { message, code, type: "server_error" } }),
    end: () => writeFrame({ data: "[DONE]" }),
  };
}

function head({ sessionId, startedAt, echo }: AnswerFacts, object: string) {
  const created = Math.floor(startedAt / 1000);
  return { id: `chatcmpl-${sessionId}`, object, created, model: echo.model ?? defaultModel };
}

function frame(data: unknown): string {
  return writeFrame({ data: JSON.stringify(data) });
}
