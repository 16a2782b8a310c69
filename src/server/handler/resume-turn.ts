/** Decides which turn a returning client gets, and from where, or that nothing remains. */
import type { Session } from "../../wire/protocol/session.js";
import { emptyTurn, foldTurn } from "./fold-turn.js";
import { turnAfter, turnRunningAt, type LocatedTurn } from "./locate-turn.js";
import type { OpenConversation } from "./open-conversation.js";
import type { TurnReading } from "./read-turn.js";

/** Events that decide whether a turn waits. */
const waitingTypes = [
  "turn.started",
  "session.requiresAction",
  "session.humanInput.requested",
  "session.status.changed",
  "user.approvalDecision",
  "user.humanInputResponse",
];

/**
 * Without a cursor: the running turn, from its first event, else the next in the queue. With one: the turn at the
 * cursor, also when it has ended since, else the next. Null when nothing runs, is queued or remains.
 */
export async function resumeTurn(
  open: OpenConversation,
  cursor: number | undefined,
  signal?: AbortSignal,
): Promise<TurnReading | null> {
  const { session } = open;
  if (session === null) return null;
  // A cursor of another session, or from before a service was recreated: there is nothing beyond the end.
  const at = Math.min(cursor ?? session.lastSequence, session.lastSequence);
  const running = await turnRunningAt(open, at, signal);
  if (running === null) {
    const next = await turnAfter(open, at, signal);
    return next && { ...next, cursor: at };
  }
  if (cursor === undefined) return { ...running, cursor: running.from - 1 };
  if (await isToldUntil(open, session, running, at, signal)) return null;
  return { ...running, cursor: at };
}

/** Whether the turn waits for a person and the reader has the announcement already. */
async function isToldUntil(
  open: OpenConversation,
  session: Session,
  { turnId, from }: LocatedTurn,
  cursor: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (session.status !== "requires_action") return false;
  let state = emptyTurn({ turnId, ...open.ref });
  const query = {
    after: from - 1,
    limit: 2000,
    includeTypes: waitingTypes,
    mode: "forensic",
    payloadMode: "full",
  } as const;
  const page = await open.client.listEvents(open.ref, query, { signal });
  for (const event of page.events) state = foldTurn(state, event).state;
  return state.phase === "waiting" && state.announcedAt <= cursor;
}
