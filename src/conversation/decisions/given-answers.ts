/**
 * The answers that one person gave on this page, through any conversation. Two conversations may show one session, a
 * chat and the session itself: each recognizes the other's answer as given here. With a storage, also after a reload.
 */
import { readStoredList } from "../../foundation/read-stored-list.js";
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

/** The identity's storage, which is emptied with it. */
interface AnswerStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** How many answers are remembered: an older one was settled long ago. */
export const rememberedAnswers = 50;

const storageKey = "given-answers";

/** @param storage where they outlive a reload; without it they do not */
export function createGivenAnswers(storage?: AnswerStorage): GivenAnswers {
  let known: Map<string, GivenAnswer> | undefined;
  // At the first answer, not when it is made: that is while a component renders, which reads no storage.
  const all = () => (known ??= new Map(readStoredList(storage?.get(storageKey), isEntry).slice(-rememberedAnswers)));
  return {
    add(decision, answer) {
      const answers = all();
      const name = nameOf(decision);
      answers.delete(name);
      answers.set(name, answer);
      const [oldest] = answers.keys();
      if (answers.size > rememberedAnswers && oldest !== undefined) answers.delete(oldest);
      storage?.set(storageKey, JSON.stringify([...answers]));
    },
    find: (decision) => all().get(nameOf(decision)),
  };
}

/** An agent may number the calls of two turns alike. */
function nameOf({ turnId, id }: Decision): string {
  return `${turnId ?? ""} ${id}`;
}

type Entry = readonly [name: string, answer: GivenAnswer];

function isEntry(entry: unknown): entry is Entry {
  if (!Array.isArray(entry) || typeof entry[0] !== "string") return false;
  const answer = entry[1] as Partial<GivenAnswer> | null | undefined;
  return typeof answer?.key === "string" && typeof answer.outcome === "string";
}
