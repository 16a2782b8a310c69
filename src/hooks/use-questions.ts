import { useMemo } from "react";
import type { QuestionRequest } from "../conversation/decisions/decision.js";
import type { Answer } from "../wire/protocol/decisions.js";
import type { SessionVerbs, SessionView } from "./session-view.js";

/** Result of `useQuestions`. */
export interface Questions {
  /** The forms that wait for answers, oldest first, and those just answered until the log has moved on. */
  readonly questions: readonly QuestionRequest[];
  readonly answer: (id: string, answers: readonly Answer[]) => Promise<void>;
  /** Skips a form that allows it. */
  readonly skip: (id: string) => Promise<void>;
}

/**
 * The questions of a session, from `useSession`, `useSessionById` or `useChat`.
 *
 * @example
 * const { questions, skip } = useQuestions(useChat({ conversation: "c_1" }));
 * const skipAll = () => Promise.all(questions.map(({ id }) => skip(id)));
 */
export function useQuestions({ pending, respond }: Pick<SessionView & SessionVerbs, "pending" | "respond">): Questions {
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
