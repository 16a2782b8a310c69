import { ChatError } from "./chat-error.js";

/** 1 to 256 characters from U+0021 to U+007E, so that an id survives headers, paths and logs unchanged. */
const conversationId = /^[\u0021-\u007e]{1,256}$/;

/** Whether the value can be a conversation's id: 1 to 256 visible ASCII characters without spaces. */
export function isConversationId(value: unknown): value is string {
  return typeof value === "string" && conversationId.test(value);
}

/**
 * Throws unless the value can be a conversation's id.
 *
 * @throws {ChatError} with code `conversation_invalid`.
 */
export function assertConversationId(value: unknown): asserts value is string {
  if (!isConversationId(value)) throw invalidConversation(value);
}

/** Reason why the value is not a conversation's id. */
export function invalidConversation(value: unknown): ChatError {
  const what = typeof value === "string" ? `this one has ${value.length} characters` : `this is ${kindOf(value)}`;
  const hint = `A conversation id is 1 to 256 visible ASCII characters without spaces; ${what}. Give the thread a plain id, such as a UUID.`;
  return new ChatError("This conversation couldn't be opened.", { code: "conversation_invalid", status: 400, hint });
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
