import type { ChatPending } from "../protocol/chat-chunk.js";
import type { Actor } from "../protocol/decisions.js";
import type { SessionEvent } from "../protocol/session-event.js";
import type { Decision, DecisionResponse } from "./decision.js";

/** Every decision of a session that is to be seen, oldest first. Immutable. */
export interface DecisionBook {
  readonly decisions: readonly Decision[];
  /** Decision id → the idempotency key its answer was given with. */
  readonly keys: ReadonlyMap<string, string>;
}

export interface SettledFacts {
  readonly requestId: string;
  /** `approve`, `reject`, `answered`, `skipped`, `expired` or `cancelled`. */
  readonly outcome: string;
  readonly actor?: Actor | undefined;
  readonly clientEventId?: string | null | undefined;
}

export const emptyDecisions: DecisionBook = { decisions: [], keys: new Map() };

/** What is to be seen: waiting ones, and decided ones until the log has moved on. Same book, same array. */
export function pendingDecisions(book: DecisionBook): readonly Decision[] {
  return book.decisions;
}

/** Whether something waits for a person here: not what is already on its way, settled, expired or superseded. */
export declare function needsDecision(book: DecisionBook): boolean;
export declare function findDecision(book: DecisionBook, id: string): Decision | undefined;
/** The idempotency key an answer was given with, to give it again with. */
export declare function decisionKey(book: DecisionBook, id: string): string | undefined;

export declare function foldDecisionEvent(book: DecisionBook, event: SessionEvent): DecisionBook;
/** Chat: everything that waits, as the history tells it. */
export declare function foldDecisionSnapshot(book: DecisionBook, pending: readonly ChatPending[]): DecisionBook;
/** Chat: one `pending` chunk. */
export declare function foldDecisionPending(
  book: DecisionBook,
  pending: ChatPending,
  turnId?: string | null,
): DecisionBook;
/** Chat: one `settled` chunk. */
export declare function foldDecisionSettled(book: DecisionBook, settled: SettledFacts): DecisionBook;
/** Chat: the turn goes on after a decision (its next text or tool chunk, or a `started`). */
export declare function foldDecisionResumed(book: DecisionBook, turnId: string | null): DecisionBook;
/** Chat: the turn ended. Not for a `done` whose status is `pending`. */
export declare function foldDecisionTurnEnded(book: DecisionBook, turnId: string | null): DecisionBook;

export declare function submitDecision(
  book: DecisionBook,
  id: string,
  response: DecisionResponse,
  key: string,
): DecisionBook;
export declare function decisionAccepted(book: DecisionBook, id: string): DecisionBook;
export declare function decisionFailed(book: DecisionBook, id: string, error: Error): DecisionBook;
export declare function decisionUnknown(book: DecisionBook, id: string): DecisionBook;
/** Marks waiting questions expired whose time is over at `now` (ms since the epoch). */
export declare function expireDecisions(book: DecisionBook, now: number): DecisionBook;
/** When the next waiting question expires (ms since the epoch), or null. */
export declare function nextExpiry(book: DecisionBook): number | null;
