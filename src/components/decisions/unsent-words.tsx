import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { useKeptValue } from "../../hooks/use-kept-value.js";
import { useLatest } from "../../hooks/use-latest.js";
import { useStrings } from "../../hooks/use-strings.js";
import { CopyButton } from "../copy-button/copy-button.js";
import type { Decision, DecisionResponse } from "./decision-types.js";
import { readForm, wordsOf } from "./question-draft.js";

/**
 * Words that a person typed for a decision and that were not sent. They outlive the decision: when it expires or is
 * decided elsewhere its card stays, read-only, until the person discards them.
 */
interface UnsentWords {
  /** Keeps the card of a decision for as long as there are words in it. */
  readonly report: (decision: Decision, hasWords: boolean) => void;
  /** The person discarded the words; the focus may move. */
  readonly discarded: (id: string) => void;
  /** The conversation of the list. */
  readonly keptAs?: string | undefined;
}

const UnsentContext = createContext<UnsentWords>({ report: () => undefined, discarded: () => undefined });

export const UnsentProvider = UnsentContext.Provider;

/** The words typed for a decision. Their name has the session's id, so that they are erased with the session. */
export function useTypedWords(kind: "question" | "reason", { id, turnId, sessionId = "" }: Decision) {
  const { keptAs = sessionId } = useContext(UnsentContext);
  return useKeptValue(nameOf(kind, keptAs, { turnId, id }));
}

function nameOf(kind: "question" | "reason", keptAs: string, { id, turnId }: Pick<Decision, "id" | "turnId">): string {
  return `${kind}/${keptAs} ${turnId ?? ""} ${id}`;
}

const listName = (keptAs: string) => `unsent/${keptAs}`;

/** Words that were typed for the decisions of a conversation and not sent, and the names of the values that have them. */
interface LeftWords {
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** @param read returns a kept value by its name */
export function leftWords(keptAs: string, read: (name: string) => unknown): LeftWords {
  const left = readEntries(read(listName(keptAs)))
    .flatMap(leftover)
    .map((entry) => {
      const name = nameOf(entry.kind === "question" ? "question" : "reason", keptAs, entry);
      const value = read(name);
      const reason = typeof value === "string" ? value : "";
      return { name, text: entry.kind === "question" ? wordsOf(entry.request, readForm(value)) : reason };
    });
  return { texts: left.map(({ text }) => text), names: [listName(keptAs), ...left.map(({ name }) => name)] };
}

/** Reports unsent words of a card to the list around it. Returns a function that discards them. */
export function useUnsentWords(decision: Decision, hasWords: boolean): () => void {
  const { report, discarded } = useContext(UnsentContext);
  useEffect(() => report(decision, hasWords), [report, decision, hasWords]);
  return () => discarded(decision.id);
}

/** Whether the log settled the decision in the way that was given here, so that nothing of it is unsent. */
export function wasGiven({ state }: Decision): boolean {
  return state.name === "accepted" || (state.name === "settled" && state.here);
}

/** Whether an answer from here is on its way or was given. */
export function isSent(decision: Decision): boolean {
  return decision.state.name === "submitting" || wasGiven(decision);
}

/** Whether it can no longer be decided, and not because it was decided here. */
export function isLost(decision: Decision): boolean {
  const { name } = decision.state;
  return name === "expired" || name === "superseded" || (name === "settled" && !wasGiven(decision));
}

/**
 * The entries of a list: its decisions, and in their old places those that are gone and still have unsent words.
 *
 * @param keptAs the conversation, where the words should survive a remount and a reload
 * @param isLoading whether the decisions are unknown
 */
export function useUnsentDecisions(
  decisions: readonly Decision[],
  keptAs: string | undefined,
  isLoading: boolean,
): {
  readonly shown: readonly Decision[];
  readonly report: UnsentWords["report"];
  /** Records an answer that is about to be sent. The log may settle it before the page draws that it is on its way. */
  readonly answering: (id: string, response: DecisionResponse) => void;
} {
  const [kept, keep] = useKeptValue(keptAs === undefined ? null : listName(keptAs));
  const entries = useMemo(() => readEntries(kept), [kept]);
  const latest = useLatest(entries);
  const { report, answering } = useMemo(() => {
    const change: UnsentWords["report"] = (decision, hasWords) => {
      const known = latest.current.find(({ id }) => id === decision.id);
      if (!hasWords) {
        if (known) keep(orNull(latest.current.filter(({ id }) => id !== decision.id)));
        return;
      }
      const entry = toEntry(decision);
      if (known && JSON.stringify(known) === JSON.stringify(entry)) return;
      keep(known ? latest.current.map((one) => (one === known ? entry : one)) : [...latest.current, entry]);
    };
    const answer = (id: string, response: DecisionResponse) => {
      const known = latest.current.find((entry) => entry.id === id);
      if (known) change({ ...known, state: { name: "submitting", response } }, true);
    };
    return { report: change, answering: answer };
  }, [keep, latest]);
  const shown = useMemo(() => {
    const ids = new Set(decisions.map(({ id }) => id));
    const left = isLoading ? [] : entries.filter(({ id }) => !ids.has(id)).flatMap(leftover);
    return left.length === 0 ? decisions : [...decisions, ...left];
  }, [decisions, entries, isLoading]);
  return { shown: useKeptOrder(shown), report, answering };
}

/** Cards keep their order, so that none is moved in the page, which would take the focus from the field in it. */
function useKeptOrder(shown: readonly Decision[]): readonly Decision[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const sorted = useMemo(() => {
    const place = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
    return shown.toSorted((one, other) => place(one.id) - place(other.id));
  }, [shown, order]);
  if (sorted.length !== order.length || sorted.some(({ id }, index) => order[index] !== id)) {
    setOrder(sorted.map(({ id }) => id));
  }
  return sorted;
}

function orNull(entries: readonly Decision[]): readonly Decision[] | null {
  return entries.length === 0 ? null : entries;
}

/** The part of a decision that can be stored: not an error. */
function toEntry(decision: Decision): Decision {
  const { state } = decision;
  return state.name === "failed" ? { ...decision, state: { name: "pending" } } : decision;
}

/** A removed decision in its last state. One with an answer in flight was answered with it. */
function leftover(entry: Decision): readonly Decision[] {
  if (isLost(entry)) return [entry];
  if (wasGiven(entry) || entry.state.name === "submitting") return [];
  return [{ ...entry, state: { name: "superseded" } }];
}

function readEntries(kept: unknown): readonly Decision[] {
  if (!Array.isArray(kept)) return [];
  return kept.filter((entry: Partial<Decision> | null): entry is Decision => {
    const isDecision = typeof entry?.id === "string" && typeof entry.state?.name === "string";
    if (!isDecision) return false;
    return entry.kind === "approval" || (entry.kind === "question" && Array.isArray(entry.request?.questions));
  });
}

/** Actions on unsent words of a settled decision: copy and discard. */
export function UnsentActions(props: { readonly text: () => string; readonly onDiscard: () => void }): ReactNode {
  const { decisions } = useStrings();
  return (
    <div className="sv-unsent">
      <p className="sv-help">{decisions.unsent}</p>
      <CopyButton text={props.text} label={decisions.copyUnsent} />
      <button type="button" className="sv-button" onClick={props.onDiscard}>
        {decisions.discardUnsent}
      </button>
    </div>
  );
}
