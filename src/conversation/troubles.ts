/** The one error that a conversation shows, and when it is over: as soon as its cause is. */
import type { DecisionBook } from "./decisions/decision-book.js";
import type { ConnectionState } from "../foundation/connection.js";
import { isAbort } from "../foundation/on-abort.js";
import type { OutboxEntry } from "./outbox/outbox.js";
import { isNotThere } from "../wire/protocol/api-error.js";

/** What an error is about. */
export type Trouble = "connection" | "message" | "decision" | "stop" | "turn" | "page";

export interface TroubleFacts {
  readonly connection: ConnectionState;
  readonly outbox: readonly OutboxEntry[];
  readonly book: DecisionBook;
  /** Whether a turn runs, or something is about to start one. */
  readonly isBusy: boolean;
  readonly isTurnRunning: boolean;
  /** Whether an older or newer page is being read. */
  readonly isPaging: boolean;
}

export interface Troubles {
  readonly error: () => Error | null;
  /** Shows an error until it is past. Returns false for an abort, which is no error. */
  readonly fail: (about: Trouble, error: Error) => boolean;
  readonly clear: () => void;
  /** Drops the error if it is past. Call it at each change, as a cause may come and go within one frame. */
  readonly review: (facts: () => TroubleFacts) => void;
  /** Whether the conversation was given up because it does not exist or is not this person's. */
  readonly isMissing: (facts: { readonly connection: ConnectionState; readonly created: boolean }) => boolean;
}

export function createTroubles(): Troubles {
  let trouble: { readonly about: Trouble; readonly error: Error } | null = null;
  return {
    error: () => trouble?.error ?? null,
    fail(about, error) {
      if (isAbort(error)) return false;
      trouble = { about, error };
      return true;
    },
    clear() {
      trouble = null;
    },
    review(facts) {
      if (trouble && isPast(trouble.about, facts())) trouble = null;
    },
    isMissing: ({ connection, created }) =>
      connection === "closed" && !created && trouble?.about === "connection" && isNotThere(trouble.error),
  };
}

function isPast(about: Trouble, { connection, outbox, book, isBusy, isTurnRunning, isPaging }: TroubleFacts): boolean {
  switch (about) {
    case "connection":
      return connection === "live";
    case "message":
      return !outbox.some(({ state }) => state === "failed" || state === "unknown");
    case "decision":
      return !book.decisions.some(({ state }) => state.name === "failed" || state.name === "unknown");
    case "stop":
      return !isBusy;
    case "turn":
      return isTurnRunning;
    case "page":
      return isPaging;
  }
}
