/** The service's own chunks, one a frame (`protocol.md` §7.7 and §0.1, 17). */
import { header } from "../../../protocol/headers.js";
import { writeFrame } from "../../../sse/write-frame.js";
import type { ChatFormat } from "./format.js";

export const nativeFormat: ChatFormat = {
  headers: { [header.chatFormat]: "native" },
  writeFrame({ id, chunk, failure }) {
    const data = JSON.stringify(chunk ?? failure);
    return writeFrame({ ...(id !== undefined && { id: String(id) }), event: chunk ? "chunk" : "error", data });
  },
  writeError(error) {
    return writeFrame({ event: "error", data: JSON.stringify(error) });
  },
};
