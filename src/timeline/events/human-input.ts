import type { Answer, HumanInputResponse, Question } from "../../wire/protocol/decisions.js";
import { turnIdOf } from "../item-facts.js";
import type { HumanInputItem } from "../items.js";
import { rowOf, type Handler } from "./handler.js";
import { hideCall } from "./tools.js";
import { countWait } from "./waits.js";

/** The agent's questions, and the person's answers as text. */

export const inputRequested: Handler<"session.humanInput.requested"> = (state, event) => {
  const { request } = event.payload;
  if (!request) return;
  if (request.toolCallId !== undefined) hideCall(state, event.turnId, request.toolCallId);
  if (state.requests.has(request.id)) return;
  const notice = state.push({ ...rowOf(event), kind: "notice", tone: "input", text: "" });
  state.requests.set(request.id, { request, notice });
  countWait(state, state.turn(event.turnId), event);
};

export const inputAnswered: Handler<"user.humanInputResponse"> = (state, event) => {
  const { requestId, response, actor } = event.payload;
  if (!response) return;
  const open = state.requests.get(requestId);
  // The answer row replaces the notice.
  if (open) state.remove(open.notice);
  state.requests.delete(requestId);
  const questions = open?.request.questions ?? [];
  state.push({
    ...rowOf(event),
    kind: "human-input",
    requestId,
    questions,
    response,
    answers: answersInWords(questions, response),
    ...(actor !== undefined && { actor }),
  });
  countWait(state, state.turn(event.turnId ?? (open && turnIdOf(open.notice.item))), event);
};

/** One entry for each question, without values if unanswered. An answer to an unknown question keeps its raw values. */
export function answersInWords(
  questions: readonly Question[],
  response: HumanInputResponse,
): HumanInputItem["answers"] {
  const given = response.outcome === "answered" ? response.answers : [];
  const byId = new Map(given.map((answer) => [answer.questionId, answer]));
  const known = new Set(questions.map((question) => question.id));
  const strangers = given.filter((answer) => !known.has(answer.questionId));
  return [
    ...questions.map((question) => inWords(question.id, question, byId.get(question.id))),
    ...strangers.map((answer) => inWords(answer.questionId, undefined, answer)),
  ];
}

function inWords(questionId: string, question: Question | undefined, answer: Answer | undefined) {
  const labels = new Map(question?.options?.map((option) => [option.id, option.label]));
  const chosen = (answer?.values ?? []).map((value) => labels.get(value) ?? value);
  return {
    questionId,
    label: question?.label ?? null,
    prompt: question?.prompt ?? "",
    values: answer?.other ? [...chosen, answer.other] : chosen,
  };
}
