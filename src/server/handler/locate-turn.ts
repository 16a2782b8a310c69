/**
 * Finds which turn a reader means and where it began, through the few events that begin and end turns. The log between
 * them is not read, however long it is.
 */
import type { SessionEvent } from "../../wire/protocol/session-event.js";
import { turnEndTypes, turnOf } from "./fold-turn.js";
import type { OpenConversation } from "./open-conversation.js";
import { replayBack } from "./replay.js";

export interface LocatedTurn {
  readonly turnId: string;
  /** The sequence of its first event. */
  readonly from: number;
}

const boundaryTypes = ["turn.queued", "turn.started", ...turnEndTypes];
const pageSize = 200;

/** The turn that had started and not ended at `cursor`; null when none was. A turn that waits for a person counts. */
export async function turnRunningAt(
  open: OpenConversation,
  cursor: number,
  signal?: AbortSignal,
): Promise<LocatedTurn | null> {
  const ended = new Set<string>();
  let running: { turnId: string; from: number } | null = null;
  for await (const event of boundariesBefore(open, cursor, signal)) {
    const turnId = turnOf(event);
    if (turnId === null) continue;
    if (turnEndTypes.includes(event.type)) ended.add(turnId);
    else if (running === null) {
      if (event.type !== "turn.started") continue;
      // Turns run one at a time: when the newest to start has ended, none runs.
      if (ended.has(turnId)) return null;
      running = { turnId, from: event.sequence };
    } else if (running.turnId === turnId) {
      running = { turnId, from: event.sequence };
      if (event.type === "turn.queued") return running;
    }
  }
  return running;
}

/** The sequence at which a turn was queued, or the first of it that is known. */
export async function turnBeganAt(
  open: OpenConversation,
  turnId: string,
  cursor: number,
  signal?: AbortSignal,
): Promise<number> {
  let from = cursor;
  for await (const event of boundariesBefore(open, cursor, signal)) {
    if (turnOf(event) !== turnId) continue;
    from = event.sequence;
    if (event.type === "turn.queued") break;
  }
  return from;
}

/** The first turn to start after `cursor`, or the first in the queue; null when there is neither. */
export async function turnAfter(
  open: OpenConversation,
  cursor: number,
  signal?: AbortSignal,
): Promise<LocatedTurn | null> {
  const page = await open.client.listEvents(
    open.ref,
    { after: cursor, limit: 1, includeTypes: ["turn.started"], mode: "forensic", payloadMode: "full" },
    { signal },
  );
  const [started] = page.events;
  const turnId = started ? turnOf(started) : null;
  if (started && turnId !== null) return { turnId, from: cursor + 1 };
  const queue = await open.client.getQueue(open.ref, { signal });
  const next = queue.items.find((turn) => turn.status === "queued");
  return next ? { turnId: next.id, from: cursor + 1 } : null;
}

/** Newest first. */
async function* boundariesBefore(
  open: OpenConversation,
  cursor: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionEvent, void, void> {
  for await (const page of replayBack(open, cursor + 1, { types: boundaryTypes, limit: pageSize, signal })) {
    yield* page.toReversed();
  }
}
