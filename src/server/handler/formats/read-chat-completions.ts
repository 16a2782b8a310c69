import { isRecord } from "../../../wire/protocol/read-fields.js";
import { messageRequired } from "../submit-input.js";
import type { FormatRequest } from "./format.js";
import { splitMessages } from "./imported-history.js";
import { readModel, readName } from "./read-client-body.js";

const conversationField = "metadata.conversation_id";

/**
 * Reads `{messages, stream?, stream_options?: {include_usage?}, model?, metadata?: {conversation_id?}}` (`protocol.md`
 * §7.13). Only the last message is sent.
 *
 * @throws {ChatError} (400) with code `message_required` or `conversation_invalid`.
 */
export function readChatCompletions(value: unknown): FormatRequest {
  const body = isRecord(value) ? value : {};
  const metadata = isRecord(body["metadata"]) ? body["metadata"] : {};
  const streamed = isRecord(body["stream_options"]) ? body["stream_options"] : {};
  const { text, history } = splitMessages(body["messages"]);
  if (text === undefined) throw messageRequired();
  return {
    conversation: readName(metadata["conversation_id"], conversationField),
    conversationField,
    input: { message: { message: text } },
    history,
    stream: body["stream"] === true,
    echo: { model: readModel(body["model"]), ...(streamed["include_usage"] === true && { includeUsage: true }) },
  };
}
