/**
 * Reads a page of the history, then follows the stream of the conversation from there, across broken connections.
 *
 * A conversation without a session is followed from its first message. A handler that cannot wait for the first message
 * is asked again after each hint.
 */
import type { Door, DoorTools } from "../conversation/door.js";
import type { Clock } from "../foundation/clock.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import { isForeignAnswer } from "../wire/protocol/api-error.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import type { Frame } from "../wire/sse/read-frames.js";
import { resumeFrameBatches } from "../wire/sse/resume-frames.js";
import { createStreamConnection } from "../wire/sse/stream-connection.js";
import { isWorthAnotherTry } from "../wire/sse/wait-or-wake.js";
import { followCursor } from "./chat-history.js";
import type { ChatRequests } from "./chat-requests.js";
import { readChunkFrame, type FrameContent } from "./read-chunks.js";

export interface ChatStreamOptions extends Pick<DoorTools, "wake" | "nextFrame"> {
  readonly requests: Pick<ChatRequests, "history" | "follow" | "canFollow">;
  /** The newest page that was read before, for the first restoration. @default none */
  readonly firstPage?: (() => ChatHistory | undefined) | undefined;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  /** Shares the page's connections among its streams. */
  readonly streams?: StreamSlots | undefined;
  readonly takeHistory: (history: ChatHistory) => void;
  /** Called after a history without a session, where there was one. */
  readonly deleted: () => void;
  /** `id`: the cursor behind the content, where it has one. */
  readonly takeContent: (content: NonNullable<FrameContent>, id?: string) => void;
}

type ChatStream = Required<Pick<Door, "follow" | "forget" | "isRetryable" | "begun">>;

/** How long (ms) a handler without a stream may take to answer when it is asked for one again. */
const longestAsk = 15_000;

export function createChatStream(options: ChatStreamOptions): ChatStream {
  const { requests } = options;
  let cursor: string | undefined;
  let exists = false;
  /** Cursor from which a new session is followed: there was no session, or no history. */
  let beginning: string | undefined;
  let hasStreamed = false;
  let isRestored = false;
  /** Whether the handler had another log than the one that was read. */
  let isReset = false;

  const isRetryable = (error: unknown) => isWorthAnotherTry(error) || (hasStreamed && isForeignAnswer(error));

  async function restore(signal: AbortSignal): Promise<string | null> {
    const given = isRestored ? undefined : options.firstPage?.();
    const history = given ?? (await requests.history(signal));
    if (signal.aborted) return null;
    isRestored = true;
    options.takeHistory(history);
    if (isReset && !history.created) options.deleted();
    isReset = false;
    exists ||= history.created;
    beginning = followCursor(history);
    // Without a cursor, reads the history again: an older handler may have accepted a message without reporting it.
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
    if (body) {
      hasStreamed = true;
      cursor ??= at;
    }
    return body ?? null;
  }

  function take(frame: Frame): void {
    const content = readChunkFrame(frame);
    if (content && !isOfStream(content, frame)) options.takeContent(content, frame.id);
    // The cursor moves after the fold, so an error in the fold does not skip the frame.
    if (frame.id === undefined) return;
    cursor = frame.id;
    exists = true;
  }

  const follow: ChatStream["follow"] = async (signal, onState) => {
    if (!requests.canFollow()) {
      if (!(await hasStreamNow(options, beginning ?? "0", signal)) || signal.aborted) return;
      // A part of an answer may have been read from its own request, so the history is read first.
      cursor = undefined;
    }
    try {
      const pace = options.nextFrame;
      for await (const frames of resumeFrameBatches({ ...options, open, cursor, signal, onState, isRetryable, pace })) {
        for (const frame of frames) {
          // A frame may be in flight when the stream is closed; the next connection repeats it.
          if (signal.aborted) return;
          take(frame);
        }
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
      isReset = true;
      cursor = undefined;
      return forgotten;
    },
    begun(isFollowing) {
      if (exists) return false;
      exists = true;
      if (!isFollowing) cursor ??= beginning;
      // The stream may be open in one process of the host and the message sent through another.
      return cursor !== undefined;
    },
  };
}

/** Asks a handler that had no stream: another one may have replaced it. */
async function hasStreamNow(options: ChatStreamOptions, from: string, signal: AbortSignal): Promise<boolean> {
  const { requests, clock } = options;
  const connection = createStreamConnection({
    open: async (given) => (await requests.follow(from, given)) ?? null,
    clock,
    connectMs: longestAsk,
    inactivityMs: longestAsk,
    signal,
  });
  try {
    await connection.open();
    return requests.canFollow();
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

/** A failure without a turn and a cursor is an error of the stream, which is opened again. */
function isOfStream(content: NonNullable<FrameContent>, frame: Frame): boolean {
  return content.kind === "failure" && content.turnId === null && frame.id === undefined;
}
