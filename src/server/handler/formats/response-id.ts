/** Ids of answers in the format `responses` contain their session's id, so that nothing needs to be stored. */
import { ChatError } from "../../../wire/protocol/chat-error.js";

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const responseId = new RegExp(`^resp_(${uuid})(?:_(?:\\d+|${uuid}))?$`, "i");

/** The ids of an answer and of its one message. @param unique a sequence of the session, or a UUID */
export function answerIds(sessionId: string, unique: string): { readonly response: string; readonly item: string } {
  return { response: `resp_${sessionId}_${unique}`, item: `msg_${sessionId}_${unique}` };
}

/**
 * The session of an earlier answer; null counts as none.
 *
 * @throws {ChatError} (400) with code `previous_response_not_found`.
 */
export function readResponseId(value: unknown): { readonly id: string; readonly sessionId: string } | undefined {
  if (value === undefined || value === null) return undefined;
  const sessionId = typeof value === "string" ? responseId.exec(value)?.[1]?.toLowerCase() : undefined;
  if (typeof value === "string" && sessionId !== undefined) return { id: value, sessionId };
  throw new ChatError(
    "The previous_response_id is not the id of an answer of this handler. Omit it to start a new conversation.",
    {
      code: "previous_response_not_found",
      status: 400,
    },
  );
}
