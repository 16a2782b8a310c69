/** Fields that both formats of OpenAI's clients share. */
import { ChatError } from "../../../wire/protocol/chat-error.js";

/**
 * A name that a body gives its conversation; null counts as none.
 *
 * @throws {ChatError} (400) with code `conversation_invalid`.
 */
export function readName(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ChatError(`The field ${field} is no string. It is the conversation's id.`, {
    code: "conversation_invalid",
    status: 400,
  });
}

/** The model's name, which the answer repeats and which chooses nothing. */
export function readModel(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The model's name in an answer when the request names none. */
export const defaultModel = "service";
