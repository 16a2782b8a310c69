/** Reads a chat stream and measures: arrival of the first words, end of the first turn, and the longest silence. */
import type { Clock } from "../../foundation/clock.js";
import { parseChatChunk, type ChatChunk, type ChatReply } from "../../wire/protocol/chat-chunk.js";
import { toChatError, type ChatError } from "../../wire/protocol/chat-error.js";
import { readFrames, type Frame } from "../../wire/sse/read-frames.js";
import type { Opened } from "./site.js";

/** End of a turn as a stream reports it. */
export type TurnEnd =
  | { readonly kind: "done"; readonly reply: ChatReply }
  | { readonly kind: "failed"; readonly error: ChatError }
  | { readonly kind: "cut" };

/** An open port. */
export interface Listening {
  /** Arrival of the first chunk of a reply (ms since the epoch). */
  firstAt(): number | null;
  /** End of the first turn; `cut` when the stream ends before that. */
  readonly turnEnd: Promise<TurnEnd>;
  /** Resolves when the stream ends or fails, with the time that it was open (ms). */
  readonly ended: Promise<number>;
  /** Calls back for every piece of the body but the first, heartbeats too. */
  onPiece(tell: () => void): void;
  leave(): void;
}

export function listen({ body, leave }: Opened, clock: Clock): Listening {
  const openedAt = clock.now();
  let firstAt: number | null = null;
  let pieces = 0;
  let tell = () => {};
  let end: (how: TurnEnd) => void = () => {};
  const turnEnd = new Promise<TurnEnd>((resolve) => (end = resolve));
  const onActivity = () => {
    pieces += 1;
    // A stream begins with a comment, which shows nothing about its heartbeats.
    if (pieces > 1) tell();
  };
  const read = async () => {
    try {
      for await (const frame of readFrames(body, { onActivity })) {
        const told = tellsOf(frame);
        if (told === null) continue;
        firstAt ??= clock.now();
        if (told !== "words") end(told);
      }
    } catch {
      // The connection broke; an early end is treated the same.
    }
    end({ kind: "cut" });
    return clock.now() - openedAt;
  };
  return { firstAt: () => firstAt, turnEnd, ended: read(), onPiece: (run) => (tell = run), leave };
}

/** Meaning of a frame for a reply: part of its words, its end, or null for neither. */
function tellsOf(frame: Frame): "words" | TurnEnd | null {
  const value = parse(frame.data);
  if (frame.event === "error") return { kind: "failed", error: toChatError(value) };
  const chunk = parseChatChunk(value);
  if (chunk?.type === "done") return { kind: "done", reply: chunk.reply };
  return chunk && isOfReply(chunk) ? "words" : null;
}

/** Whether a chunk is a part of the reply. */
function isOfReply({ type }: ChatChunk): boolean {
  switch (type) {
    case "text":
    case "tool":
    case "pending":
    case "done":
      return true;
    case "message":
    case "turn":
    case "settled":
      return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
