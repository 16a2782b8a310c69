import type { SessionVerbs, SessionView } from "../../hooks/session-view.js";

/** A decision as the hooks hand it out. */
export type Decision = SessionView["pending"][number];
export type Approval = Extract<Decision, { readonly kind: "approval" }>;
export type QuestionSet = Extract<Decision, { readonly kind: "question" }>;
export type DecisionState = Decision["state"];
export type DecisionResponse = Parameters<SessionVerbs["respond"]>[1];

/** Answers or skips questions, by their id. */
export type SubmitAnswers = (
  id: string,
  submission: Extract<DecisionResponse, { readonly kind: "question" }>["submission"],
) => void;

/** "2 of 3" among the decisions that wait. */
export interface Position {
  readonly number: number;
  readonly count: number;
}

/** Whether a person can still decide: nothing is in flight, or the answer was lost. */
export function isOpen(state: DecisionState): boolean {
  return state.name === "pending" || state.name === "failed" || state.name === "unknown";
}
