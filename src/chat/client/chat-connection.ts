/**
 * Holds the one stream of a conversation: restores from the history, then follows from its cursor across breaks.
 *
 * Whoever listens is told each fact once and in order. A conversation without a session is followed from its first
 * message on; a handler that cannot wait for that one is asked again when there is reason to.
 */
import type { Clock } from "../../foundation/clock.js";
import type { ConnectionState } from "../../foundation/connection.js";
import type { ChatHistory } from "../../protocol/chat-bodies.js";
import { resumeFrames, type StreamState } from "../../sse/resume-frames.js";
import { followCursor } from "./chat-history.js";
import type { ChatRequests } from "./chat-requests.js";
import { readChunkFrame, type FrameContent } from "./read-chunks.js";

export interface ChatConnectionOptions {
  readonly requests: ChatRequests;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake?: ((run: () => void) => () => void) | undefined;
  readonly onHistory: (history: ChatHistory) => void;
  readonly onContent: (content: NonNullable<FrameContent>) => void;
  /** `waitMs`: how long it is until it is tried again by itself. */
  readonly onConnection: (state: ConnectionState, waitMs: number) => void;
  /** It was given up. */
  readonly onError: (error: Error) => void;
}

export interface ChatConnection {
  /** Goes on where it was; nothing when it is under way. */
  start(): void;
  /** Lets go of the stream and keeps the cursor. */
  stop(): void;
  /** A message was accepted, so there is a session now; `start` finds it. */
  sessionExists(): void;
}

export function createChatConnection(options: ChatConnectionOptions): ChatConnection {
  const { requests, clock, random, wake } = options;
  let current: AbortController | undefined;
  let cursor: string | undefined;
  let exists = false;
  let stopWaiting: (() => void) | undefined;

  async function open(from: string | undefined, signal: AbortSignal): Promise<ReadableStream<Uint8Array> | null> {
    const at = from ?? cursor;
    if (at !== undefined) return requests.follow(at, signal);
    const history = await requests.history(signal);
    if (signal.aborted) return null;
    options.onHistory(history);
    exists ||= history.created;
    const start = followCursor(history);
    // Without a cursor the history is read again: whatever was accepted while an older handler said that there is nothing.
    if (exists) cursor = start;
    const body = await requests.follow(start, signal);
    if (body) cursor = start;
    return body;
  }

  async function run(signal: AbortSignal): Promise<void> {
    const onState = (state: StreamState, waitMs: number) => {
      if (!signal.aborted) options.onConnection(state === "reconnecting" && isOffline() ? "offline" : state, waitMs);
    };
    try {
      for await (const frame of resumeFrames({ open, cursor, signal, clock, random, wake, onState })) {
        // One may be on its way when it is let go; the next connection brings it again.
        if (signal.aborted) return;
        const content = readChunkFrame(frame);
        if (content) options.onContent(content);
        // After the fold, so that a fault in it does not skip what it was about.
        if (frame.id === undefined) continue;
        cursor = frame.id;
        exists = true;
      }
      if (signal.aborted) return;
      // A message may have been accepted while the history still said that there is none.
      if (exists && cursor === undefined) await run(signal);
      else rest();
    } catch (error) {
      if (signal.aborted) return;
      current = undefined;
      options.onConnection("closed", 0);
      options.onError(error as Error);
    }
  }

  /** Nothing to follow yet; somebody else may begin the conversation, so another look follows a hint. */
  function rest(): void {
    current = undefined;
    options.onConnection("idle", 0);
    stopWaiting = wake?.(() => connection.start());
  }

  const connection: ChatConnection = {
    start() {
      if (current) return;
      stopWaiting?.();
      stopWaiting = undefined;
      current = new AbortController();
      void run(current.signal);
    },
    stop() {
      stopWaiting?.();
      stopWaiting = undefined;
      current?.abort();
      current = undefined;
      options.onConnection("idle", 0);
    },
    sessionExists() {
      if (exists) return;
      exists = true;
      // Without a history the log itself is one, from its first event.
      if (!current) cursor ??= "0";
      if (!current || cursor === undefined) return;
      // The stream waits in one process of the host, and the message may have gone to another.
      current.abort();
      current = undefined;
      connection.start();
    },
  };
  return connection;
}

function isOffline(): boolean {
  return typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine;
}
