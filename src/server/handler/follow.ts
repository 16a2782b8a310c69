/** Reads a conversation across turns, until the client disconnects (`protocol.md` §0.1, 18). */
import { delay } from "../../foundation/delay.js";
import { onAbort } from "../../foundation/on-abort.js";
import { cursorBehind, sequenceOfCursor, type Cursor } from "../../wire/protocol/event-cursor.js";
import { lastSequenceOf, type SessionEvent } from "../../wire/protocol/session-event.js";
import { streamSessionEvents } from "../../api/stream-session-events.js";
import { emptyConversation, foldConversation, framesAfterId, type ConversationState } from "./fold-conversation.js";
import type { TurnFrame } from "./fold-turn.js";
import { turnRunningAt } from "./locate-turn.js";
import { reopen, type OpenConversation } from "./open-conversation.js";
import { replay } from "./replay.js";

/**
 * Yields the frames after `cursor`; without one, new frames only. Waits for the session of a conversation without
 * one, and then yields from its first event: a message through this process is noticed at once, one through another
 * process by a look every `lookMs`.
 */
export async function* follow(
  open: OpenConversation,
  cursor: Cursor | undefined,
  lookMs: number,
  signal: AbortSignal,
): AsyncGenerator<TurnFrame<Cursor>, void, void> {
  if (open.session !== null) return yield* followSession(open, cursor, signal);
  const created = await firstMessage(open, lookMs, signal);
  if (created) yield* followSession(created, 0, signal);
}

/** The conversation once it has a session; null when the reader left before. */
async function firstMessage(
  open: OpenConversation,
  lookMs: number,
  signal: AbortSignal,
): Promise<OpenConversation | null> {
  while (!signal.aborted) {
    const told = new AbortController();
    const tell = () => told.abort();
    const takeBack = open.firstMessages.on(open.ref.sessionId, tell);
    const stopListening = onAbort(signal, tell);
    try {
      // Looked at only now, so that no message falls between the look and the wait.
      const now = await reopen(open, { signal });
      if (now.session !== null) return now;
      await delay(lookMs, open.clock, told.signal);
    } finally {
      stopListening();
      takeBack();
    }
  }
  return null;
}

async function* followSession(
  open: OpenConversation,
  cursor: Cursor | undefined,
  signal: AbortSignal,
): AsyncGenerator<TurnFrame<Cursor>, void, void> {
  const last = open.session?.lastSequence ?? 0;
  const after = Math.min(cursor === undefined ? last : sequenceOfCursor(cursor), last);
  const start = await silently(open, after, signal);
  yield* start.frames;
  let { state } = start;
  let head: Cursor = cursor !== undefined && sequenceOfCursor(cursor) === after ? cursor : after;
  const take = (event: SessionEvent) => {
    open.onSessionEvent?.(event);
    const folded = foldConversation(state, event);
    state = folded.state;
    head = cursorBehind(event);
    return folded.frames;
  };
  for await (const event of replay(open, head, { signal })) yield* take(event);
  const live = streamSessionEvents(open.client, open.ref, { after: head, signal });
  for await (const event of live) yield* take(event);
}

/** The state at `after`, and the frames of the event there that the reader may have missed. */
async function silently(
  open: OpenConversation,
  after: number,
  signal: AbortSignal,
): Promise<{ readonly state: ConversationState; readonly frames: readonly TurnFrame<Cursor>[] }> {
  if (after === 0) return { state: emptyConversation, frames: [] };
  // The event at the cursor itself may be the end of a turn, and is folded too.
  const running = await turnRunningAt(open, after - 1, signal);
  let state = emptyConversation;
  let frames: readonly TurnFrame<Cursor>[] = [];
  for await (const event of replay(open, (running?.from ?? after) - 1, { until: after, signal })) {
    const folded = foldConversation(state, event);
    state = folded.state;
    frames = lastSequenceOf(event) === after ? named(framesAfterId(folded.frames), event) : [];
  }
  return { state, frames };
}

/** The frames with a cursor that names the event, as live ones have. */
function named(frames: readonly TurnFrame[], event: SessionEvent): readonly TurnFrame<Cursor>[] {
  return frames.map((frame) => (frame.id === undefined ? frame : { ...frame, id: cursorBehind(event) }));
}
