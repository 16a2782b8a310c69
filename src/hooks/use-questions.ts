import { useMemo } from "react";
import type { QuestionRequest } from "../conversation/decisions/decision.js";
import type { Answer } from "../wire/protocol/decisions.js";
import type { SessionVerbs, SessionView } from "./session-view.js";
import { givenSession } from "./given-options.js";

export { checkAnswers, shapeOf } from "../conversation/decisions/check-answers.js";
export type { AnswerFault, QuestionShape } from "../conversation/decisions/check-answers.js";

/** Result of `useQuestions`. */
export interface Questions {
  /** Pending sets of questions, oldest first, and just answered ones until the log has settled them. */
  readonly questions: readonly QuestionRequest[];
  /**
   * Sends one answer for each question that has one. Call `checkAnswers(question.request, answers)` first: it returns the
   * questions whose answers are missing or do not fit, which the service refuses with `validation_failed`.
   */
  readonly answer: (id: string, answers: readonly Answer[]) => Promise<void>;
  /** Skips a set of questions that allows it. */
  readonly skip: (id: string) => Promise<void>;
}

/**
 * The questions of a session, from `useSession`, `useSessionById` or `useChat`.
 *
 * @example
 * const { questions, skip } = useQuestions(useChat({ conversation: "c_1" }));
 * const skipAll = () => Promise.all(questions.map(({ id }) => skip(id)));
 */
export function useQuestions(session: Pick<SessionView & SessionVerbs, "pending" | "respond">): Questions {
  const { pending, respond } = givenSession("useQuestions", session);
  return useMemo(
    () => ({
      questions: pending.filter((decision) => decision.kind === "question"),
      answer: (id: string, answers: readonly Answer[]) =>
        respond(id, { kind: "question", submission: { outcome: "answered", answers } }),
      skip: (id: string) => respond(id, { kind: "question", submission: { outcome: "skipped" } }),
    }),
    [pending, respond],
  );
}
