// budget: every move of a decision is in one file, so that the states can be checked against each other
import type { ChatPending } from "../../wire/protocol/chat-chunk.js";
import type { EventType } from "../../wire/protocol/event-types.js";
import {
  readEvent,
  type EventOf,
  type EventRead,
  type KnownEvent,
  type SessionEvent,
} from "../../wire/protocol/session-event.js";
import {
  addDecisions,
  mapDecisions,
  supersede,
  withState,
  type DecisionBook,
  type SettledFacts,
} from "./book-changes.js";
import {
  fromChat,
  isAnswerable,
  isNews,
  isOver,
  mayBeOf,
  outcomeOf,
  toApproval,
  toQuestion,
  wasGivenHere,
  type DecisionOrigin,
} from "./decision-facts.js";
import type { Decision, DecisionResponse, DecisionState, SettledOutcome } from "./decision.js";

export type { DecisionBook, SettledFacts };

export const emptyDecisions: DecisionBook = { decisions: [], keys: new Map() };

/** Whether a person is asked: not by one that is in flight, settled, expired or superseded. */
export function needsDecision(book: DecisionBook): boolean {
  return book.decisions.some(isAnswerable);
}

export function findDecision(book: DecisionBook, id: string): Decision | undefined {
  return book.decisions.find((decision) => decision.id === id);
}

type Folds = { readonly [T in EventType]?: (book: DecisionBook, event: EventOf<T>) => DecisionBook };

const originOf = ({ turnId, sessionId }: SessionEvent): DecisionOrigin => ({ turnId: turnId ?? null, sessionId });
const resumed = (book: DecisionBook, event: SessionEvent) => foldDecisionResumed(book, event.turnId ?? null);
const ended = (book: DecisionBook, event: SessionEvent) => foldDecisionTurnEnded(book, event.turnId ?? null);

const folds: Folds = {
  "session.requiresAction": (book, event) =>
    foldApprovals(
      book,
      event.payload.approvals.map((approval, position) => toApproval(approval, originOf(event), position)),
    ),
  "session.humanInput.requested": (book, event) => {
    const { request } = event.payload;
    return request ? addDecisions(sweep(book), [toQuestion(request, originOf(event))]) : book;
  },
  "user.approvalDecision": (book, { payload, clientEventId }) =>
    foldDecisionSettled(book, {
      requestId: payload.approvalId,
      outcome: payload.decision,
      actor: payload.actor,
      clientEventId,
    }),
  "user.humanInputResponse": (book, { payload, clientEventId }) =>
    foldDecisionSettled(book, {
      requestId: payload.requestId,
      outcome: payload.response?.outcome ?? "answered",
      actor: payload.actor,
      clientEventId,
    }),
  "session.status.changed": (book, { payload }) =>
    payload.status === "running" ? foldDecisionResumed(book, null) : book,
  "turn.started": resumed,
  "agent.message.delta": resumed,
  "agent.message.completed": resumed,
  "agent.reasoning.delta": resumed,
  "agent.toolCall.created": resumed,
  "agent.toolCall.output": resumed,
  "turn.completed": ended,
  "turn.failed": ended,
  "turn.cancelled": (book, event) => foldDecisionTurnEnded(book, event.turnId ?? event.payload.turnId ?? null),
  "turn.superseded": (book, event) => foldDecisionTurnEnded(book, event.turnId ?? event.payload.targetTurnId ?? null),
};

const opens: ReadonlySet<string> = new Set<EventType>(["session.requiresAction", "session.humanInput.requested"]);

/** Applies a session event to the book; one without a decision returns the same book. Never throws. */
export function foldDecisionEvent(book: DecisionBook, event: SessionEvent): DecisionBook {
  // Most events are deltas, which matter only to a book that has something in it.
  const isIdle = book.decisions.length === 0 && !opens.has(event.type);
  return isIdle ? book : foldDecisionRead(book, readEvent(event));
}

/** The same for an event that was read at the edge. */
export function foldDecisionRead(book: DecisionBook, event: EventRead): DecisionBook {
  if (!event) return book;
  const read = event.value;
  // The table pairs each type with its own fold; the compiler cannot follow that through an index.
  const fold = folds[read.type] as ((book: DecisionBook, event: KnownEvent) => DecisionBook) | undefined;
  return fold ? fold(book, read) : book;
}

/** The whole set of pending approvals: omitted ones were superseded, those that ended before are removed. */
function foldApprovals(book: DecisionBook, approvals: readonly Decision[]): DecisionBook {
  const ids = new Set(approvals.map(({ id }) => id));
  const kept = mapDecisions(sweep(book), (decision) =>
    decision.kind === "question" || isNews(decision) || ids.has(decision.id) ? decision : supersede(decision),
  );
  return addDecisions(kept, approvals);
}

/** The log has an answer (chat: a `settled` chunk). The first one counts; an attempt in flight here is over. */
export function foldDecisionSettled(book: DecisionBook, settled: SettledFacts): DecisionBook {
  return mapDecisions(book, (decision) => {
    if (decision.id !== settled.requestId || decision.state.name === "settled") return decision;
    if (settled.outcome === "expired") return withState(decision, { name: "expired" });
    return withState(decision, {
      name: "settled",
      outcome: settled.outcome as SettledOutcome,
      here: wasGivenHere(book, decision, settled),
      ...(settled.actor !== undefined && { by: settled.actor }),
    });
  });
}

/**
 * The turn continues, or another one starts (chat: its next text or tool chunk, or a `started`): ended decisions have
 * been seen, except those that another person made in this same turn. An accepted answer is the one the turn
 * continued with; one in flight waits to be announced again.
 */
export function foldDecisionResumed(book: DecisionBook, turnId: string | null): DecisionBook {
  return mapDecisions(book, (decision) => {
    const isOfTurn = mayBeOf(decision, turnId);
    if (isOver(decision)) return isNews(decision) && isOfTurn ? decision : null;
    return decision.state.name === "accepted" && isOfTurn ? null : decision;
  });
}

/**
 * The turn ended (chat: not by a `done` whose status is `pending`): ended decisions are removed, except those of
 * another person; unanswered ones are superseded. Both stay until the log continues with another turn.
 */
export function foldDecisionTurnEnded(book: DecisionBook, turnId: string | null): DecisionBook {
  return mapDecisions(book, (decision) => {
    if (!mayBeOf(decision, turnId) || isNews(decision)) return decision;
    return isOver(decision) || decision.state.name === "accepted" ? null : supersede(decision);
  });
}

/** Takes out all that was over before anybody here could have looked at it. Call it when a log has been loaded. */
export function forgetOver(book: DecisionBook): DecisionBook {
  return mapDecisions(book, (decision) => (isOver(decision) ? null : decision));
}

const noOrigin: DecisionOrigin = { turnId: null };

/** Chat: all pending decisions of a turn, from the history. */
export function foldDecisionSnapshot(
  book: DecisionBook,
  waiting: readonly ChatPending[],
  origin: DecisionOrigin = noOrigin,
): DecisionBook {
  const told = waiting.map((entry) => fromChat(entry, origin)).filter((entry) => entry !== null);
  const ids = new Set(told.map(({ id }) => id));
  const kept = mapDecisions(book, (decision) => {
    const { state } = decision;
    if (ids.has(decision.id)) return isOver(decision) ? null : decision;
    if (state.name === "accepted") {
      return withState(decision, { name: "settled", outcome: outcomeOf(state.response), here: true });
    }
    return isOver(decision) || state.name === "submitting" ? decision : supersede(decision);
  });
  return addDecisions(kept, told);
}

/** Chat: one `pending` chunk. An existing one is unchanged. */
export function foldDecisionPending(
  book: DecisionBook,
  waiting: ChatPending,
  origin: DecisionOrigin = noOrigin,
): DecisionBook {
  const decision = fromChat(waiting, origin);
  return decision ? addDecisions(sweep(book), [decision]) : book;
}

/** The answer is sent with `key`, which a retry must reuse. */
export function submitDecision(book: DecisionBook, id: string, response: DecisionResponse, key: string): DecisionBook {
  const next = mapDecisions(book, (decision) =>
    decision.id === id && isAnswerable(decision) ? withState(decision, { name: "submitting", response }) : decision,
  );
  return next === book ? book : { ...next, keys: new Map(next.keys).set(id, key) };
}

/** The service took it; the log will settle it. */
export function decisionAccepted(book: DecisionBook, id: string): DecisionBook {
  return moveResponse(book, id, (response) => ({ name: "accepted", response }));
}

/** It was refused, or is known not to have arrived. */
export function decisionFailed(book: DecisionBook, id: string, error: Error): DecisionBook {
  return moveResponse(book, id, (response) => ({ name: "failed", response, error }));
}

/** The outcome is unknown. */
export function decisionUnknown(book: DecisionBook, id: string): DecisionBook {
  return moveResponse(book, id, (response) => ({ name: "unknown", response }));
}

/**
 * Sets the likely expiry of new questions by the reader's clock. For a countdown only: a clock may be wrong, so only
 * the log closes a question.
 *
 * @param now the same moment by the clock `here` and by the one `there`, where the question expires (ms since 1970)
 */
export function timeDecisions(
  book: DecisionBook,
  now: { readonly here: number; readonly there: number },
): DecisionBook {
  return mapDecisions(book, (decision) => {
    if (decision.kind !== "question" || decision.deadline !== undefined) return decision;
    const at = Date.parse(decision.request.expiresAt ?? "");
    return Number.isNaN(at) ? decision : { ...decision, deadline: at - now.there + now.here };
  });
}

/** Removes outdated decisions before new ones are announced. */
function sweep(book: DecisionBook): DecisionBook {
  return mapDecisions(book, (decision) => (isOver(decision) && !isNews(decision) ? null : decision));
}

/** Updates an answer in flight; ignored after the log has settled it. */
function moveResponse(
  book: DecisionBook,
  id: string,
  next: (response: DecisionResponse) => DecisionState,
): DecisionBook {
  return mapDecisions(book, (decision) => {
    const { state } = decision;
    const underWay = state.name === "submitting" || state.name === "unknown";
    return decision.id === id && underWay ? withState(decision, next(state.response)) : decision;
  });
}
