/**
 * The answers that one person gave on this page, through any conversation. Two conversations may show one session, a
 * chat and the session itself: each recognizes the other's answer as given here. For one identity, in memory only.
 */
import type { Decision, SettledOutcome } from "./decision.js";

/** One answer. */
export interface GivenAnswer {
  /** Its idempotency key. */
  readonly key: string;
  readonly outcome: SettledOutcome;
}

/** Answers by decision. */
export interface GivenAnswers {
  readonly add: (decision: Decision, answer: GivenAnswer) => void;
  /** The last answer to this decision. */
  readonly find: (decision: Decision) => GivenAnswer | undefined;
}

/** How many answers are remembered: an older one was settled long ago. */
export const rememberedAnswers = 200;

export function createGivenAnswers(): GivenAnswers {
  const answers = new Map<string, GivenAnswer>();
  return {
    add(decision, answer) {
      answers.delete(nameOf(decision));
      answers.set(nameOf(decision), answer);
      const [oldest] = answers.keys();
      if (answers.size > rememberedAnswers && oldest !== undefined) answers.delete(oldest);
    },
    find: (decision) => answers.get(nameOf(decision)),
  };
}

/** An agent may number the calls of two turns alike. */
function nameOf({ turnId, id }: Decision): string {
  return `${turnId ?? ""} ${id}`;
}
