/** The UI message stream (v1) that the AI SDK's `useChat` posts for and reads (`protocol.md` §7.12). */
import { header } from "../../../wire/protocol/headers.js";
import type { ChatFormat } from "./format.js";
import { createUiStreamEncoder } from "./ui-stream-encoder.js";
import { writeUiHistory } from "./ui-stream-history.js";
import { readUiStreamRequest } from "./ui-stream-request.js";

export const uiStreamFormat: ChatFormat = {
  name: "ui-stream",
  headers: { [header.chatFormat]: "ui-stream", "x-vercel-ai-ui-message-stream": "v1" },
  everyPending: true,
  settled: true,
  reasoning: true,
  readRequest: readUiStreamRequest,
  createEncoder: createUiStreamEncoder,
  writeHistory: writeUiHistory,
};
