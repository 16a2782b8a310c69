/**
 * Reads one turn from the log as frames: skips up to the client's cursor, then sends stored events, then live ones.
 *
 * Ends with the turn, or with an announcement of a pending decision. An outdated announcement is not sent: a resumed
 * client would stop at a question that was answered long ago.
 */
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { cursorBehind, type Cursor } from "../../wire/protocol/event-cursor.js";
import type { EventPage } from "../../api/event-page.js";
import { streamSessionEvents } from "../../api/stream-session-events.js";
import { emptyTurn, foldTurn, type FoldTurnOptions, type TurnFrame, type TurnState } from "./fold-turn.js";
import type { OpenConversation } from "./open-conversation.js";
import { replay } from "./replay.js";

export interface TurnReading {
  readonly turnId: string;
  /** The sequence of the turn's first event, or one before it. */
  readonly from: number;
  /** The last sequence that the reader has. */
  readonly cursor: number;
  /** The page after `cursor`, when it was read already. */
  readonly first?: EventPage | undefined;
}

export async function* readTurn(
  open: OpenConversation,
  reading: TurnReading,
  signal: AbortSignal,
  options: FoldTurnOptions = {},
): AsyncGenerator<TurnFrame, void, void> {
  const { turnId, from, cursor, first } = reading;
  let state = emptyTurn({ turnId, ...open.ref });
  for await (const event of replay(open, from - 1, { until: cursor, signal })) state = foldTurn(state, event).state;

  let head: Cursor = cursor;
  let held: readonly TurnFrame[] = [];
  for await (const event of replay(open, cursor, { first, signal })) {
    head = cursorBehind(event);
    const folded = take(open, state, event, options);
    state = folded.state;
    if (state.phase !== "waiting") {
      held = [];
      yield* folded.frames;
    } else if (held.length === 0) {
      held = folded.frames;
    }
    if (state.phase === "ended") return;
  }
  if (held.length > 0) {
    yield* held;
    return;
  }

  for await (const event of streamSessionEvents(open.client, open.ref, { after: head, signal })) {
    const folded = take(open, state, event, options);
    state = folded.state;
    yield* folded.frames;
    if (isLast(folded)) return;
  }
}

function take(open: OpenConversation, state: TurnState, event: SessionEvent, options: FoldTurnOptions) {
  open.onSessionEvent?.(event);
  return foldTurn(state, event, options);
}

function isLast({ state, frames }: { readonly state: TurnState; readonly frames: readonly TurnFrame[] }): boolean {
  return state.phase === "ended" || (state.phase === "waiting" && frames.length > 0);
}
