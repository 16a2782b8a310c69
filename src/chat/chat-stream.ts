/**
 * Follows the one stream of a conversation from its cursor, across breaks, behind a page of the history.
 *
 * A conversation without a session is followed from its first message on. A handler that cannot wait for that one is asked
 * again when there is reason to.
 */
import type { Door, DoorTools } from "../conversation/door.js";
import type { Clock } from "../foundation/clock.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import type { Frame } from "../wire/sse/read-frames.js";
import { resumeFrames } from "../wire/sse/resume-frames.js";
import { isWorthAnotherTry } from "../wire/sse/wait-or-wake.js";
import { followCursor } from "./chat-history.js";
import type { ChatRequests } from "./chat-requests.js";
import { readChunkFrame, type FrameContent } from "./read-chunks.js";

export interface ChatStreamOptions extends Pick<DoorTools, "wake"> {
  readonly requests: Pick<ChatRequests, "history" | "follow" | "canFollow">;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  /** Shares the page's connections among its streams. */
  readonly streams?: StreamSlots | undefined;
  readonly takeHistory: (history: ChatHistory) => void;
  /** `id`: the cursor behind the content, where it has one. */
  readonly takeContent: (content: NonNullable<FrameContent>, id?: string) => void;
}

type ChatStream = Required<Pick<Door, "follow" | "forget" | "isRetryable" | "begun">>;

export function createChatStream(options: ChatStreamOptions): ChatStream {
  const { requests } = options;
  let cursor: string | undefined;
  let exists = false;
  /** Where a new session is followed from: after a history without one, or without a history. */
  let beginning: string | undefined;

  /** A host's mistake in its headers shows at once; headers that worked before work again when the network is back. */
  function isRetryable(error: unknown): boolean {
    const isMistake = cursor === undefined && (error as { readonly code?: unknown } | null)?.code === "headers_failed";
    return !isMistake && isWorthAnotherTry(error);
  }

  async function restore(signal: AbortSignal): Promise<string | null> {
    const history = await requests.history(signal);
    if (signal.aborted) return null;
    options.takeHistory(history);
    exists ||= history.created;
    beginning = followCursor(history);
    // Without a cursor the history is read again, for messages accepted while an older handler reported none.
    if (exists) cursor = beginning;
    return beginning;
  }

  async function open(
    from: string | undefined,
    signal: AbortSignal,
    turn: () => Promise<void>,
  ): Promise<ReadableStream<Uint8Array> | null> {
    const at = from ?? cursor ?? (await restore(signal));
    if (at === null) return null;
    await turn();
    const body = await requests.follow(at, signal);
    if (body) cursor ??= at;
    return body ?? null;
  }

  const follow: ChatStream["follow"] = async (signal, onState) => {
    try {
      for await (const frame of resumeFrames({ ...options, open, cursor, signal, onState, isRetryable })) {
        // A frame may be in flight when the stream is closed; the next connection repeats it.
        if (signal.aborted) return;
        const content = readChunkFrame(frame);
        if (content && !isOfStream(content, frame)) options.takeContent(content, frame.id);
        // After the fold, so that a fault in it does not skip what it was about.
        if (frame.id === undefined) continue;
        cursor = frame.id;
        exists = true;
      }
    } catch (error) {
      if (!signal.aborted) beginning ??= "0";
      throw error;
    }
    // A message may have been accepted while the history still reported no session.
    if (exists && cursor === undefined && !signal.aborted && requests.canFollow()) await follow(signal, onState);
  };

  return {
    follow,
    isRetryable,
    forget() {
      const forgotten = cursor;
      cursor = undefined;
      return forgotten;
    },
    begun(isFollowing) {
      if (exists) return false;
      exists = true;
      if (!isFollowing) cursor ??= beginning;
      // The stream waits in one process of the host, and the message may have gone to another.
      return cursor !== undefined;
    },
  };
}

/** A failure without a turn and a place in the log is the stream's own: it ends, and is opened again. */
function isOfStream(content: NonNullable<FrameContent>, frame: Frame): boolean {
  return content.kind === "failure" && content.turnId === null && frame.id === undefined;
}
