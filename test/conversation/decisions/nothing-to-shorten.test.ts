import { expect, it } from "vitest";
import type { Decision, DecisionResponse } from "../../../src/conversation/decisions/decision.js";
import { nothingToShorten } from "../../../src/conversation/decisions/nothing-to-shorten.js";
import { ServiceApiError } from "../../../src/wire/protocol/api-error.js";
import { faultWords } from "../../../src/wire/protocol/fault-words.js";

const refused = new ServiceApiError(faultWords(413), { status: 413, code: "http_413", isForeign: true });
const facts = { id: "d", turnId: "t", state: { name: "pending" } } as const;
const approval: Decision = { ...facts, kind: "approval", name: "pay", arguments: {} };
const options = [{ id: "o1", label: "Lisbon" }];
const question: Decision = {
  ...facts,
  kind: "question",
  request: {
    id: "d",
    questions: [
      { id: "choice", kind: "single_select", prompt: "Where?", options },
      { id: "text", kind: "text", prompt: "Why?" },
    ],
    allowSkip: true,
    expiresAt: null,
  },
};
const answered = (questionId: string, values: readonly string[], other?: string): DecisionResponse => ({
  kind: "question",
  submission: { outcome: "answered", answers: [{ questionId, values, other }] },
});

it.each<[string, Decision, DecisionResponse]>([
  ["an approval", approval, { kind: "approval", decision: "approve" }],
  ["a rejection without a reason", approval, { kind: "approval", decision: "reject" }],
  ["a choice", question, answered("choice", ["o1"])],
  ["a skipped question", question, { kind: "question", submission: { outcome: "skipped" } }],
])("does not ask to shorten %s", (_name, decision, response) => {
  const error = nothingToShorten(refused, decision, response);
  expect(error).toMatchObject({ message: "Something went wrong. Try again.", status: 413, code: "http_413" });
  expect(error).toMatchObject({ isForeign: true, retryable: false, outcomeUnknown: false });
});

it.each<[string, Decision, DecisionResponse]>([
  ["the reason of a rejection", approval, { kind: "approval", decision: "reject", message: "No." }],
  ["an answer in words", question, answered("text", ["Because"])],
  ["an answer beside the choices", question, answered("choice", [], "Porto")],
])("asks to shorten %s", (_name, decision, response) => {
  expect(nothingToShorten(refused, decision, response)).toBe(refused);
});

it("leaves every other error as it is", () => {
  const error = new ServiceApiError("No.", { status: 413, code: "too_large" });
  expect(nothingToShorten(error, approval, { kind: "approval", decision: "approve" })).toBe(error);
});
