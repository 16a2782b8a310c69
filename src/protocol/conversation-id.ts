import { ChatError } from "./chat-error.js";

/** 1 to 256 characters from U+0021 to U+007E, so that an id survives headers, paths and logs unchanged. */
const conversationId = /^[\u0021-\u007e]{1,256}$/;

export function isConversationId(value: string): boolean {
  return conversationId.test(value);
}

/** @throws {ChatError} with code `conversation_invalid`. */
export function assertConversationId(value: string): void {
  if (isConversationId(value)) return;
  throw new ChatError(
    `A conversation id is 1 to 256 visible ASCII characters without spaces; this one has ${value.length} characters. Give the thread a plain id, such as a UUID.`,
    { code: "conversation_invalid", status: 400 },
  );
}
