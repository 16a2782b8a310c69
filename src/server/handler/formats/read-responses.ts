import { isRecord } from "../../../wire/protocol/read-fields.js";
import { messageRequired } from "../submit-input.js";
import type { FormatRequest } from "./format.js";
import { contentText, splitMessages, type SplitMessages } from "./imported-history.js";
import { readModel, readName } from "./read-client-body.js";
import { readResponseId } from "./response-id.js";

const conversationField = "conversation";

/**
 * Reads `{input, conversation?, previous_response_id?, stream?, model?}` (`protocol.md` §7.14). Only the last item of the
 * input is sent.
 *
 * @throws {ChatError} (400) with code `message_required`, `conversation_invalid` or `previous_response_not_found`.
 */
export function readResponses(value: unknown): FormatRequest {
  const body = isRecord(value) ? value : {};
  const { text, history } = readInput(body["input"]);
  if (text === undefined) throw messageRequired();
  const named = body["conversation"];
  const previous = readResponseId(body["previous_response_id"]);
  return {
    conversation: readName(isRecord(named) ? named["id"] : named, conversationField),
    conversationField,
    follows: previous?.sessionId,
    input: { message: { message: text } },
    history,
    stream: body["stream"] === true,
    echo: { model: readModel(body["model"]), previousResponseId: previous?.id },
  };
}

function readInput(input: unknown): SplitMessages {
  if (typeof input === "string") return { text: contentText(input) || undefined, history: [] };
  return splitMessages(Array.isArray(input) ? input.map(asMessage) : []);
}

/** A part outside a message is a message of the user. */
function asMessage(item: unknown): unknown {
  const isPart = isRecord(item) && item["role"] === undefined && item["type"] === "input_text";
  return isPart ? { role: "user", content: [item] } : item;
}
