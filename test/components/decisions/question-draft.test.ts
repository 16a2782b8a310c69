import { describe, expect, it } from "vitest";
import {
  answersOf,
  checkForm,
  choose,
  chooseOther,
  draftOf,
  type QuestionDraft,
} from "../../../src/components/decisions/question-draft.js";
import { checkAnswers, shapeOf } from "../../../src/conversation/decisions/check-answers.js";
import type { HumanInputRequest, Question } from "../../../src/wire/protocol/decisions.js";

const options = [
  { id: "a", label: "A" },
  { id: "b", label: "B" },
  { id: "c", label: "C" },
];
const text: Question = { id: "t", kind: "text", prompt: "?" };
const single: Question = { id: "s", kind: "single_select", prompt: "?", options };
const multi: Question = {
  id: "m",
  kind: "multi_select",
  prompt: "?",
  options,
  validation: { minSelections: 2, maxSelections: 3 },
};
const blank = draftOf({}, text);
const draft = (more: Partial<QuestionDraft>): QuestionDraft => ({ ...blank, ...more });

describe("draftOf", () => {
  it.each(["constructor", "toString", "valueOf", "__proto__", "hasOwnProperty"])("reads no inherited %s", (id) => {
    expect(draftOf({}, { ...text, id })).toBe(blank);
    const request: HumanInputRequest = { id: "r", questions: [{ ...text, id }], allowSkip: false, expiresAt: null };
    const form = { [id]: draft({ text: "Yes" }) };
    expect(answersOf(request, form)).toEqual([{ questionId: id, values: ["Yes"] }]);
    expect(checkForm(request, {}).get(id)).toEqual({ kind: "required" });
  });
});

describe("shapeOf", () => {
  it("asks an unknown kind, and a choice of nothing, as text", () => {
    expect(
      [text, single, multi, { ...text, kind: "rating", options }, { ...single, options: [] }].map(shapeOf),
    ).toEqual(["text", "single", "multi", "text", "text"]);
  });
});

describe("choose", () => {
  it("replaces the one choice and gathers several", () => {
    expect(choose(draft({ chosen: ["a"], isOther: true }), "b", "single")).toMatchObject({
      chosen: ["b"],
      isOther: false,
    });
    expect(choose(draft({ chosen: ["a"] }), "b", "multi").chosen).toEqual(["a", "b"]);
    expect(choose(draft({ chosen: ["a", "b"] }), "a", "multi").chosen).toEqual(["b"]);
  });

  it("keeps the text of another answer while it is not chosen", () => {
    const typed = draft({ isOther: true, other: "mine" });
    expect(choose(typed, "a", "single").other).toBe("mine");
    expect(chooseOther(typed, "multi")).toMatchObject({ isOther: false, other: "mine" });
  });
});

describe("checkForm", () => {
  it.each<[string, Question, Partial<QuestionDraft>, unknown]>([
    ["an empty text", text, { text: "  " }, { kind: "required" }],
    ["an empty text that is optional", { ...text, required: false }, {}, null],
    ["a text", text, { text: "x" }, null],
    ["no choice", single, {}, { kind: "required" }],
    ["another answer without words", single, { isOther: true }, { kind: "otherMissing" }],
    ["another answer", single, { isOther: true, other: "x" }, null],
    ["too few", multi, { chosen: ["a"] }, { kind: "tooFew", limit: 2 }],
    [
      "too few of what may be left alone",
      { ...multi, required: false },
      { chosen: ["a"] },
      { kind: "tooFew", limit: 2 },
    ],
    ["none of what may be left alone", { ...multi, required: false }, {}, null],
    [
      "too many, counting the other answer",
      multi,
      { chosen: ["a", "b", "c"], isOther: true, other: "x" },
      { kind: "tooMany", limit: 3 },
    ],
    ["enough", multi, { chosen: ["a", "b"] }, null],
  ])("on %s", (_name, question, more, expected) => {
    const request: HumanInputRequest = { id: "r", questions: [question], allowSkip: false, expiresAt: null };
    expect(checkForm(request, { [question.id]: draft(more) }).get(question.id) ?? null).toEqual(expected);
  });
});

describe("checkAnswers", () => {
  it("names each question whose answer is missing or does not fit, in their order", () => {
    const optional: Question = { ...text, id: "o", required: false };
    const questions = [text, single, optional, multi, { ...single, id: "s2" }];
    const faults = checkAnswers({ questions }, [
      { questionId: "m", values: ["a"] },
      { questionId: "s", values: [], other: " " },
      { questionId: "s2", values: ["a", "b"] },
      { questionId: "t", values: [""] },
    ]);
    expect([...faults]).toEqual([
      ["t", { kind: "required" }],
      ["s", { kind: "otherMissing" }],
      ["m", { kind: "tooFew", limit: 2 }],
      ["s2", { kind: "tooMany", limit: 1 }],
    ]);
  });

  it("has no fault for answers that the service takes", () => {
    const answers = [
      { questionId: "t", values: ["x"] },
      { questionId: "s", values: [], other: "mine" },
      { questionId: "m", values: ["a", "b"] },
    ];
    expect(checkAnswers({ questions: [text, single, multi] }, answers).size).toBe(0);
  });
});

describe("answersOf", () => {
  const request: HumanInputRequest = { id: "r", questions: [text, single, multi], allowSkip: false, expiresAt: null };

  it("returns the service's format, and omits untouched questions", () => {
    const form = { t: draft({ text: " words " }), m: draft({ chosen: ["a", "b"], isOther: true, other: " x " }) };
    expect(answersOf(request, form)).toEqual([
      { questionId: "t", values: ["words"] },
      { questionId: "m", values: ["a", "b"], other: "x" },
    ]);
  });

  it("names every question with a fault", () => {
    expect([...checkForm(request, {}).keys()]).toEqual(["t", "s", "m"]);
  });
});
