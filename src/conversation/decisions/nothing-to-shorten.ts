import { wentWrong } from "../../foundation/persons-words.js";
import { ServiceApiError } from "../../wire/protocol/api-error.js";
import { tooLarge } from "../../wire/protocol/fault-words.js";
import type { Decision, DecisionResponse } from "./decision.js";

/** The error of an answer: one without typed words is not too long, so its error does not ask to shorten it. */
export function nothingToShorten(error: unknown, decision: Decision, response: DecisionResponse): unknown {
  if (!(error instanceof ServiceApiError) || error.message !== tooLarge) return error;
  return hasTypedWords(decision, response) ? error : new ServiceApiError(wentWrong, error);
}

function hasTypedWords(decision: Decision, response: DecisionResponse): boolean {
  if (response.kind === "approval") return Boolean(response.message);
  const { submission } = response;
  if (submission.outcome === "skipped" || decision.kind !== "question") return false;
  const choices = new Set(
    decision.request.questions.flatMap(({ id, options }) => (options && options.length > 0 ? [id] : [])),
  );
  return submission.answers.some(
    ({ questionId, values, other }) => Boolean(other) || (!choices.has(questionId) && values.some(Boolean)),
  );
}
