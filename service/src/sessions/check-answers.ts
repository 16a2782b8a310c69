import type { Answer, HumanInputSubmission, Question } from "@service/sdk/protocol";
import type { RequestRecord } from "../store/records.js";
import { conflict, invalid } from "./api-failure.js";

const maxValues = 20;
const maxValueLength = 8_192;

/**
 * Validates a submission against the questions.
 *
 * @throws {ServiceApiError} 422 that names the field and the question, or 409 when skipping is not allowed.
 */
export function checkAnswers(request: RequestRecord, response: HumanInputSubmission): void {
  if (response.outcome === "skipped") {
    if (request.allowSkip) return;
    throw conflict("These questions cannot be skipped. Answer them.");
  }
  const byQuestion = new Map<string, Answer>();
  for (const [at, answer] of response.answers.entries()) {
    const field = `payload.response.answers.${at}.questionId`;
    if (!request.questions.some((question) => question.id === answer.questionId)) {
      throw invalid(`"${field}" must be the id of a question of this set.`, 422, { field });
    }
    if (byQuestion.has(answer.questionId)) {
      throw invalid(`"${field}" must be a question that is not answered before in this set.`, 422, { field });
    }
    byQuestion.set(answer.questionId, answer);
  }
  for (const question of request.questions) {
    const answer = byQuestion.get(question.id);
    const fault = faultOf(question, answer);
    if (fault === null) continue;
    const at = answer === undefined ? "" : `.${response.answers.indexOf(answer)}`;
    const details = { field: `payload.response.answers${at}`, questionId: question.id };
    throw invalid(`The answer to "${question.id}" does not fit: ${fault}.`, 422, details);
  }
}

function faultOf(question: Question, answer: Answer | undefined): string | null {
  const { values = [], other } = answer ?? {};
  const isMissing = values.every((value) => value.trim() === "") && (other ?? "").trim() === "";
  if (isMissing) return question.required === false ? null : "it is required";
  if (values.length > maxValues) return `at most ${maxValues} values are taken`;
  if ([...values, other ?? ""].some((value) => value.length > maxValueLength)) {
    return `a value has at most ${maxValueLength} characters`;
  }
  return question.kind === "single_select" || question.kind === "multi_select"
    ? faultOfChoice(question, values, other)
    : faultOfText(values, other);
}

function faultOfText(values: readonly string[], other: string | undefined): string | null {
  if (other !== undefined) return "a text has no other";
  return values.length > 1 ? "a text has one value" : null;
}

function faultOfChoice(question: Question, values: readonly string[], other: string | undefined): string | null {
  const unknown = values.find((value) => !question.options?.some((option) => option.id === value));
  if (unknown !== undefined) return "a value is the id of no option";
  if (new Set(values).size < values.length) return "an option is chosen twice";
  const count = values.length + (other === undefined ? 0 : 1);
  if (question.kind === "single_select") return count > 1 ? "one choice is taken" : null;
  const { minSelections = 0, maxSelections = Infinity } = question.validation ?? {};
  if (count < minSelections) return `at least ${minSelections} choices are needed`;
  return count > maxSelections ? `at most ${maxSelections} choices are taken` : null;
}
