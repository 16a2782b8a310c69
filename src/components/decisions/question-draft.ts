import type { Answer, HumanInputRequest, Question } from "../../wire/protocol/decisions.js";

/** Contents of a question form before it is sent, and its answers. Pure. */
export interface QuestionDraft {
  readonly text: string;
  readonly chosen: readonly string[];
  /** Whether "Other" is ticked; its text is kept while it is not. */
  readonly isOther: boolean;
  readonly other: string;
}

export type FormDraft = Readonly<Record<string, QuestionDraft>>;

export type AnswerFault =
  | { readonly kind: "required" }
  /** "Other" is chosen, and its text is missing. */
  | { readonly kind: "otherMissing" }
  | { readonly kind: "tooFew"; readonly limit: number }
  | { readonly kind: "tooMany"; readonly limit: number };

export type QuestionShape = "text" | "single" | "multi";

const blank: QuestionDraft = { text: "", chosen: [], isOther: false, other: "" };

/** Parses a stored form; drops malformed parts. */
export function readForm(kept: unknown): FormDraft {
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([id, value]) => {
      const { text, chosen, isOther, other } = {
        ...blank,
        ...(value as Partial<Record<keyof QuestionDraft, unknown>> | null),
      };
      if (typeof text !== "string" || typeof other !== "string" || !Array.isArray(chosen)) return [];
      return [[id, { text, other, isOther: isOther === true, chosen: chosen.filter((it) => typeof it === "string") }]];
    }),
  );
}

export function draftOf(form: FormDraft, { id }: Question): QuestionDraft {
  // The agent chooses ids: one may be the name of what every object inherits.
  return (Object.hasOwn(form, id) ? form[id] : undefined) ?? blank;
}

/** The kind of field for a question. An unknown kind, or a choice without options, becomes a text field. */
export function shapeOf(question: Question): QuestionShape {
  if (!question.options || question.options.length === 0) return "text";
  if (question.kind === "multi_select") return "multi";
  return question.kind === "single_select" ? "single" : "text";
}

export function choose(draft: QuestionDraft, optionId: string, shape: QuestionShape): QuestionDraft {
  if (shape === "single") return { ...draft, chosen: [optionId], isOther: false };
  const chosen = draft.chosen.includes(optionId)
    ? draft.chosen.filter((id) => id !== optionId)
    : [...draft.chosen, optionId];
  return { ...draft, chosen };
}

export function chooseOther(draft: QuestionDraft, shape: QuestionShape): QuestionDraft {
  return shape === "single" ? { ...draft, chosen: [], isOther: true } : { ...draft, isOther: !draft.isOther };
}

/** The fault of an answer, or null. An optional question may stay unanswered. */
export function checkAnswer(question: Question, draft: QuestionDraft): AnswerFault | null {
  const shape = shapeOf(question);
  const isBlank = shape === "text" ? draft.text.trim() === "" : countChosen(draft) === 0;
  if (isBlank) return (question.required ?? true) ? { kind: "required" } : null;
  if (shape === "text") return null;
  if (draft.isOther && draft.other.trim() === "") return { kind: "otherMissing" };
  return shape === "multi" ? checkCount(question, countChosen(draft)) : null;
}

function checkCount({ validation }: Question, count: number): AnswerFault | null {
  const { minSelections = 0, maxSelections = Number.POSITIVE_INFINITY } = validation ?? {};
  if (count < minSelections) return { kind: "tooFew", limit: minSelections };
  return count > maxSelections ? { kind: "tooMany", limit: maxSelections } : null;
}

export function checkForm(request: HumanInputRequest, form: FormDraft): ReadonlyMap<string, AnswerFault> {
  const faults = new Map<string, AnswerFault>();
  for (const question of request.questions) {
    const fault = checkAnswer(question, draftOf(form, question));
    if (fault) faults.set(question.id, fault);
  }
  return faults;
}

/** The answers of a valid form, without unanswered questions. */
export function answersOf(request: HumanInputRequest, form: FormDraft): Answer[] {
  return request.questions.flatMap((question) => {
    const draft = draftOf(form, question);
    if (shapeOf(question) === "text") {
      const text = draft.text.trim();
      return text === "" ? [] : [{ questionId: question.id, values: [text] }];
    }
    if (countChosen(draft) === 0) return [];
    const other = draft.isOther ? { other: draft.other.trim() } : {};
    return [{ questionId: question.id, values: draft.chosen, ...other }];
  });
}

/** The typed texts in the order of the questions; "" without any. Chosen options are not included. */
export function wordsOf(request: HumanInputRequest, form: FormDraft): string {
  return request.questions
    .map((question) => typedFor(question, form))
    .filter((words) => words !== "")
    .join("\n\n");
}

/** The words typed for one question; empty without any that are visible. */
export function typedFor(question: Question, form: FormDraft): string {
  const { text, isOther, other } = draftOf(form, question);
  const words = shapeOf(question) === "text" ? text : isOther ? other : "";
  return words.trim() === "" ? "" : words;
}

function countChosen(draft: QuestionDraft): number {
  return draft.chosen.length + (draft.isOther ? 1 : 0);
}
