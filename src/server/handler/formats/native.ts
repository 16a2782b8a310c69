/** The service's own chunks, one a frame (`protocol.md` §7.7 and §0.1, 17). */
import type { Cursor } from "../../../wire/protocol/event-cursor.js";
import { header } from "../../../wire/protocol/headers.js";
import { writeComment, writeFrame } from "../../../wire/sse/write-frame.js";
import { readSend } from "../read-request.js";
import type { AnswerEncoder, ChatFormat } from "./format.js";

/** It has no state: a chunk is a frame. */
export const nativeEncoder: AnswerEncoder = {
  // Some servers, such as Next.js, send no header before the first byte, and a silent conversation has no chunk.
  begin: () => writeComment("connected"),
  chunk: (chunk, id) => frame("chunk", chunk, id),
  fail: (failure, id) => frame("error", failure, id),
  end: () => "",
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
