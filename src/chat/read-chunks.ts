/**
 * Reads native chunks from server-sent events.
 *
 * Frames without a known chunk are skipped, so a newer handler may add kinds. `sse` handles bytes, `turn` folds
 * chunks.
 */
import { parseChatChunk, type ChatChunk } from "../wire/protocol/chat-chunk.js";
import { ChatError, toChatError } from "../wire/protocol/chat-error.js";
import { readFrames, type Frame } from "../wire/sse/read-frames.js";

/** Content of one frame of a chat stream: a chunk, a failed turn, or nothing. */
export type FrameContent =
  | { readonly kind: "chunk"; readonly chunk: ChatChunk }
  | { readonly kind: "failure"; readonly error: ChatError; readonly turnId: string | null }
  | null;

export function readChunkFrame(frame: Frame): FrameContent {
  const value = parseJson(frame.data);
  if (frame.event === "error") {
    const turnId = (value as { turnId?: unknown } | null | undefined)?.turnId;
    return { kind: "failure", error: toChatError(value), turnId: typeof turnId === "string" ? turnId : null };
  }
  const chunk = parseChatChunk(value);
  return chunk && { kind: "chunk", chunk };
}

/**
 * Yields the chunks of a native chat stream, in order, until it ends. Leaving the loop cancels the stream.
 *
 * @throws {ChatError} with the handler's code (`chat_error` when it names none) when it reports a failure.
 * @example
 * const response = await fetch("/api/chat", { method: "POST", body: JSON.stringify({ message: "Hello" }), headers });
 * for await (const chunk of parseChatChunkStream(response.body)) if (chunk.type === "text") print(chunk.text);
 */
export async function* parseChatChunkStream(
  stream: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ChatChunk, void, void> {
  if (!stream) return;
  for await (const frame of readFrames(stream)) {
    const content = readChunkFrame(frame);
    if (content?.kind === "failure") throw content.error;
    if (content) yield content.chunk;
  }
}

/**
 * Yields the chunks of one answer, up to and including `done`.
 *
 * @throws {ChatError} as `parseChatChunkStream`, or with `stream_ended` (retryable) when the stream stops before `done`.
 */
export async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<ChatChunk, void, void> {
  for await (const chunk of parseChatChunkStream(body)) {
    yield chunk;
    if (chunk.type === "done") return;
  }
  throw new ChatError("The answer broke off before it was complete. Resume it from the last event.", {
    code: "stream_ended",
    retryable: true,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
