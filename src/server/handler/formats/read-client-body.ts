/** Fields that both formats of OpenAI's clients share. */
import { ChatError } from "../../../wire/protocol/chat-error.js";

/**
 * The conversation's id from the body; null counts as absent.
 *
 * @throws {ChatError} (400) with code `conversation_invalid`.
 */
export function readName(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new ChatError(`The field ${field} is not a string. It must be the conversation's id.`, {
    code: "conversation_invalid",
    status: 400,
  });
}

/** The requested model's name. The answer repeats it; it does not choose the model. */
export function readModel(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The model's name in an answer when the request names none. */
export const defaultModel = "service";
