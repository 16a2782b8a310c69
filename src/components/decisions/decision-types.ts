import type { DecisionState, HumanInputSubmission } from "../../hooks/record-types.js";

export type {
  ApprovalRequest as Approval,
  Decision,
  DecisionResponse,
  DecisionState,
  QuestionRequest as QuestionSet,
} from "../../hooks/record-types.js";

/** Answers or skips questions, by their id. */
export type SubmitAnswers = (id: string, submission: HumanInputSubmission) => void;

/** "2 of 3" among the decisions that wait. */
export interface Position {
  readonly number: number;
  readonly count: number;
}

/** Whether a person can still decide: nothing is in flight, or the answer was lost. */
export function isOpen(state: DecisionState): boolean {
  return state.name === "pending" || state.name === "failed" || state.name === "unknown";
}
