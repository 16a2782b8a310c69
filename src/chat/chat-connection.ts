/**
 * Holds the one stream of a conversation: restores from the history, then follows from its cursor across breaks.
 *
 * Whoever listens is told each fact once and in order. A conversation without a session is followed from its first
 * message on; a handler that cannot wait for that one is asked again when there is reason to, and the history of one that
 * cannot stream to who asks is read again while something is to come.
 */
import { orOffline } from "../conversation/offline.js";
import type { Clock } from "../foundation/clock.js";
import type { ConnectionState } from "../foundation/connection.js";
import type { ChatHistory } from "../wire/protocol/chat-bodies.js";
import { resumeFrames } from "../wire/sse/resume-frames.js";
import { nudgeable } from "../wire/sse/nudgeable.js";
import { poll } from "../wire/sse/poll.js";
import type { StreamSlots } from "../foundation/stream-slots.js";
import { isWorthAnotherTry, type Wake } from "../wire/sse/wait-or-wake.js";
import { followCursor } from "./chat-history.js";
import type { ChatRequests } from "./chat-requests.js";
import { readChunkFrame, type FrameContent } from "./read-chunks.js";

export interface ChatConnectionOptions {
  readonly requests: ChatRequests;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  readonly wake?: Wake | undefined;
  /** Shares the page's connections among its streams. */
  readonly streams?: StreamSlots | undefined;
  /** Whether an answer is being read from its own request, which a page of the history would only repeat. */
  readonly isAnswering: () => boolean;
  /** Whether something is to come: a turn that runs or waits, or a message that the log does not show yet. */
  readonly isBusy: () => boolean;
  readonly onHistory: (history: ChatHistory) => void;
  readonly onContent: (content: NonNullable<FrameContent>) => void;
  /** `waitMs`: how long it is until it is tried again by itself. */
  readonly onConnection: (state: ConnectionState, waitMs: number) => void;
  /** It was given up. */
  readonly onError: (error: Error) => void;
}

export interface ChatConnection {
  /** Goes on where it was. Under way already, it only looks at once where it has to ask. */
  start(): void;
  /** Lets go of the stream and keeps the cursor. */
  stop(): void;
  /** A message was accepted, so there is a session now; `start` finds it. */
  sessionExists(): void;
}

type Open<Cursor> = (
  at: Cursor,
  signal: AbortSignal,
  turn: () => Promise<void>,
) => Promise<ReadableStream<Uint8Array> | null>;
type OnState = (state: ConnectionState, waitMs: number) => void;

export function createChatConnection(options: ChatConnectionOptions): ChatConnection {
  const { requests } = options;
  const { wake, nudge } = nudgeable(options.wake);
  let current: AbortController | undefined;
  let cursor: string | undefined;
  let exists = false;
  /** Where a session that has just come is followed from: behind a history that had none, or that cannot be had. */
  let beginning: string | undefined;
  let stopWaiting: (() => void) | undefined;
  /** Whether the handler cannot stream to who asks. */
  let polls = false;

  const isRetryable = (error: unknown) => isWorthIt(error, cursor !== undefined);
  const follow: Open<string> = async (at, signal, turn) => {
    await turn();
    const body = await requests.follow(at, signal);
    polls = body === undefined;
    return body ?? null;
  };
  const open: Open<string | undefined> = async (from, signal, turn) => {
    const at = from ?? cursor;
    if (at !== undefined) return follow(at, signal, turn);
    const history = await requests.history(signal);
    if (signal.aborted) return null;
    options.onHistory(history);
    exists ||= history.created;
    beginning = followCursor(history);
    // Without a cursor the history is read again: whatever was accepted while an older handler said that there is nothing.
    if (exists) cursor = beginning;
    const body = await follow(beginning, signal, turn);
    if (body) cursor = beginning;
    return body;
  };

  async function readStream(signal: AbortSignal, onState: OnState): Promise<void> {
    for await (const frame of resumeFrames({ ...options, open, cursor, signal, wake, onState, isRetryable })) {
      // One may be on its way when it is let go; the next connection brings it again.
      if (signal.aborted) return;
      const content = readChunkFrame(frame);
      if (content) options.onContent(content);
      // After the fold, so that a fault in it does not skip what it was about.
      if (frame.id === undefined) continue;
      cursor = frame.id;
      exists = true;
    }
    // A message may have been accepted while the history still said that there is none.
    if (exists && cursor === undefined && !signal.aborted) await readStream(signal, onState);
  }

  async function run(signal: AbortSignal): Promise<void> {
    const onState = unlessOver(signal, options.onConnection);
    try {
      if (!polls) await readStream(signal, onState);
      if (polls && !signal.aborted)
        await poll({ ...options, wake, read: readChanges(options), signal, onState, isRetryable });
      if (!signal.aborted) rest();
    } catch (error) {
      if (signal.aborted) return;
      current = undefined;
      beginning ??= "0";
      options.onConnection("closed", 0);
      options.onError(error as Error);
    }
  }

  /** Nothing to follow yet; somebody else may begin the conversation, so another look follows a hint. */
  function rest(): void {
    current = undefined;
    options.onConnection("idle", 0);
    stopWaiting = wake(() => connection.start());
  }

  const connection: ChatConnection = {
    start() {
      if (current && polls) nudge();
      if (current) return;
      stopWaiting?.();
      current = new AbortController();
      void run(current.signal);
    },
    stop() {
      stopWaiting?.();
      current?.abort();
      current = undefined;
      options.onConnection("idle", 0);
    },
    sessionExists() {
      if (exists) return;
      exists = true;
      if (!current) cursor ??= beginning;
      if (!current || cursor === undefined) return;
      // The stream waits in one process of the host, and the message may have gone to another.
      current.abort();
      current = undefined;
      connection.start();
    },
  };
  return connection;
}

/** A host's mistake in its headers shows at once; headers that worked before work again when the network is back. */
function isWorthIt(error: unknown, hasWorked: boolean): boolean {
  if (!hasWorked && (error as { readonly code?: unknown } | null)?.code === "headers_failed") return false;
  return isWorthAnotherTry(error);
}

/** Reads the newest page, and takes one that differs from the page before it. */
function readChanges({
  requests,
  onHistory,
  isAnswering,
}: Pick<ChatConnectionOptions, "requests" | "onHistory" | "isAnswering">) {
  let last: string | undefined;
  return async (signal: AbortSignal) => {
    if (isAnswering()) return false;
    const history = await requests.history(signal);
    const page = JSON.stringify(history);
    if (signal.aborted || page === last || isAnswering()) return false;
    last = page;
    onHistory(history);
    return true;
  };
}

function unlessOver(signal: AbortSignal, tell: OnState): OnState {
  return (state, waitMs) => {
    if (!signal.aborted) tell(orOffline(state), waitMs);
  };
}
