import type { Actor } from "../../wire/protocol/decisions.js";
import type { Decision, DecisionState } from "./decision.js";
import type { GivenAnswers } from "./given-answers.js";

/** The book, and changes of it that keep unchanged parts. */

/** The decisions of a session. Immutable; without a change, the same object. */
export interface DecisionBook {
  /** Visible ones, oldest first: pending ones, and decided ones until the log has continued. */
  readonly decisions: readonly Decision[];
  /** Decision id → the idempotency key of its answer, to give it again with. */
  readonly keys: ReadonlyMap<string, string>;
  /** Answers of this page, also those through another conversation. */
  readonly given?: GivenAnswers | undefined;
}

export interface SettledFacts {
  readonly requestId: string;
  /** `approve`, `reject`, `answered`, `skipped`, `expired` or `cancelled`. */
  readonly outcome: string;
  readonly actor?: Actor | undefined;
  /** The answer's key, where it is known; it proves whether it was given here. */
  readonly clientEventId?: string | null | undefined;
}

/**
 * Maps each decision: the same object leaves it unchanged, null removes it. Returns the same book if all are unchanged.
 */
export function mapDecisions(book: DecisionBook, change: (decision: Decision) => Decision | null): DecisionBook {
  let changed = false;
  const decisions = book.decisions.flatMap((decision) => {
    const next = change(decision);
    if (next !== decision) changed = true;
    return next ? [next] : [];
  });
  return changed ? withDecisions(book, decisions) : book;
}

/** Appends decisions; an existing one is unchanged. */
export function addDecisions(book: DecisionBook, added: readonly Decision[]): DecisionBook {
  const known = new Set(book.decisions.map(({ id }) => id));
  const fresh = added.filter(
    ({ id }, index) => !known.has(id) && added.findIndex((other) => other.id === id) === index,
  );
  return fresh.length === 0 ? book : withDecisions(book, [...book.decisions, ...fresh]);
}

export function withState(decision: Decision, state: DecisionState): Decision {
  return { ...decision, state };
}

export function supersede(decision: Decision): Decision {
  return withState(decision, { name: "superseded" });
}

/** Removes the keys of removed decisions. */
function withDecisions(book: DecisionBook, decisions: readonly Decision[]): DecisionBook {
  const ids = new Set(decisions.map(({ id }) => id));
  const stale = [...book.keys.keys()].some((id) => !ids.has(id));
  const keys = stale ? new Map([...book.keys].filter(([id]) => ids.has(id))) : book.keys;
  return { ...book, decisions, keys };
}
