/** The service's own chunks, one a frame (`protocol.md` §7.7 and §0.1, 17). */
import type { Cursor } from "../../../wire/protocol/event-cursor.js";
import { header } from "../../../wire/protocol/headers.js";
import { writeFrame } from "../../../wire/sse/write-frame.js";
import { readSend } from "../read-request.js";
import type { AnswerEncoder, ChatFormat } from "./format.js";

const nothing = () => "";

/** It has no state: a chunk is a frame. */
export const nativeEncoder: AnswerEncoder = {
  begin: nothing,
  chunk: (chunk, id) => frame("chunk", chunk, id),
  fail: (failure, id) => frame("error", failure, id),
  end: nothing,
};

export const nativeFormat: ChatFormat = {
  name: "native",
  headers: { [header.chatFormat]: "native" },
  readRequest: (body) => ({ input: { message: readSend(body) } }),
  createEncoder: () => nativeEncoder,
};

function frame(event: string, data: unknown, id: Cursor | undefined): string {
  return writeFrame({ ...(id !== undefined && { id: String(id) }), event, data: JSON.stringify(data) });
}
