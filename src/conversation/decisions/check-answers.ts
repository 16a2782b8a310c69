import type { Answer, HumanInputRequest, Question } from "../../wire/protocol/decisions.js";

/** Fault of an answer: `otherMissing` where "Other" is chosen without a text. */
export type AnswerFault =
  | { readonly kind: "required" }
  | { readonly kind: "otherMissing" }
  | { readonly kind: "tooFew"; readonly limit: number }
  | { readonly kind: "tooMany"; readonly limit: number };

export type QuestionShape = "text" | "single" | "multi";

/** The kind of field for a question. An unknown kind, or a choice without options, becomes a text field. */
export function shapeOf(question: Question): QuestionShape {
  if (!question.options || question.options.length === 0) return "text";
  if (question.kind === "multi_select") return "multi";
  return question.kind === "single_select" ? "single" : "text";
}

/**
 * Checks answers as `QuestionForm` does before it sends them: the fault of each question that has one, by the question's
 * id, in the order of the questions. Empty if they may be sent. A required question without an answer has the fault
 * `required`; an optional one may stay unanswered.
 *
 * @example
 * const { questions, answer } = useQuestions(session);
 * const [question] = questions;
 * const answers = [{ questionId: "size", values: ["large"] }];
 * if (question && checkAnswers(question.request, answers).size === 0) void answer(question.id, answers);
 */
export function checkAnswers(
  request: Pick<HumanInputRequest, "questions">,
  answers: readonly Answer[],
): ReadonlyMap<string, AnswerFault> {
  const given = new Map(answers.map((answer) => [answer.questionId, answer]));
  const faults = new Map<string, AnswerFault>();
  for (const question of request.questions) {
    const fault = faultOf(question, given.get(question.id));
    if (fault) faults.set(question.id, fault);
  }
  return faults;
}

function faultOf(question: Question, answer: Answer | undefined): AnswerFault | null {
  const shape = shapeOf(question);
  const { values = [], other } = answer ?? {};
  const count = values.length + (other === undefined ? 0 : 1);
  const isBlank = shape === "text" ? values.every((value) => value.trim() === "") : count === 0;
  if (isBlank) return (question.required ?? true) ? { kind: "required" } : null;
  if (shape === "text") return null;
  if (other?.trim() === "") return { kind: "otherMissing" };
  if (shape === "single") return count > 1 ? { kind: "tooMany", limit: 1 } : null;
  return faultOfCount(question, count);
}

function faultOfCount({ validation }: Question, count: number): AnswerFault | null {
  const { minSelections = 0, maxSelections = Number.POSITIVE_INFINITY } = validation ?? {};
  if (count < minSelections) return { kind: "tooFew", limit: minSelections };
  return count > maxSelections ? { kind: "tooMany", limit: maxSelections } : null;
}
