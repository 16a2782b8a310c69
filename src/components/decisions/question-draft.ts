import { checkAnswers, shapeOf, type AnswerFault, type QuestionShape } from "../../hooks/use-questions.js";
import type { Answer, HumanInputRequest, Question } from "../../wire/protocol/decisions.js";

/** Contents of a question form before it is sent, and its answers. Pure. */
export interface QuestionDraft {
  readonly text: string;
  readonly chosen: readonly string[];
  /** Whether "Other" is ticked; its text is kept while it is not. */
  readonly isOther: boolean;
  readonly other: string;
}

/** Called with what makes the next draft from the stored one. */
export type ChangeDraft = (change: (draft: QuestionDraft) => QuestionDraft) => void;

export type FormDraft = Readonly<Record<string, QuestionDraft>>;

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

/** Adds choices that were ticked while the draft was not drawn yet. */
export function addTicks(
  draft: QuestionDraft,
  { ids, isOther }: { readonly ids: readonly string[]; readonly isOther: boolean },
  shape: QuestionShape,
): QuestionDraft {
  const added = ids.filter((id) => !draft.chosen.includes(id));
  const chosen = added.reduce((next, id) => choose(next, id, shape), draft);
  return isOther && !chosen.isOther ? chooseOther(chosen, shape) : chosen;
}

/** The fault of each question's answer, by its id. */
export function checkForm(request: HumanInputRequest, form: FormDraft): ReadonlyMap<string, AnswerFault> {
  return checkAnswers(request, answersOf(request, form));
}

/** The answers of a form, without unanswered questions. */
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

/** Whether a skip at this question loses more than a choice in it: typed words, or the answer to another question. */
export function losesAnswers(request: HumanInputRequest, form: FormDraft, shown: Question | undefined): boolean {
  return wordsOf(request, form) !== "" || answersOf(request, form).some(({ questionId }) => questionId !== shown?.id);
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
