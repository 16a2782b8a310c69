import { useId, useRef, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { Fault } from "../fault.js";
import { useEarlyText } from "../use-early-input.js";
import { directPaste, fieldDirection } from "../field-direction.js";
import { OptionalMark } from "../optional-mark.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Question } from "../../wire/protocol/decisions.js";
import { useForgottenField } from "../chat-composer/use-forgotten-field.js";
import type { Messages } from "../../strings/messages.js";
import { joinTexts } from "../../foundation/join-texts.js";
import { shapeOf, type AnswerFault, type QuestionShape } from "../../hooks/use-questions.js";
import { QuestionChoices } from "./question-choices.js";
import type { ChangeDraft, QuestionDraft } from "./question-draft.js";

export interface QuestionFieldProps {
  readonly question: Question;
  readonly draft: QuestionDraft;
  readonly fault: AnswerFault | undefined;
  readonly disabled: boolean;
  /** Whether only the typed words are shown, without help or choices. */
  readonly onlyWords: boolean;
  /** Id of the line with its number among several questions. */
  readonly describedBy?: string | undefined;
  readonly onChange: ChangeDraft;
}

/** One question with its input, its help and the fault of its answer. */
export function QuestionField(props: QuestionFieldProps): ReactNode {
  const { question } = props;
  const strings = useStrings().question;
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useForgottenField(input);
  useEarlyText(input, props.draft.text, (typed) =>
    props.onChange((draft) => ({ ...draft, text: joinTexts(draft.text, typed) })),
  );
  const shape = shapeOf(question);
  const isOfOther = props.fault?.kind === "otherMissing";
  const said = props.fault && sayFault(props.fault, shape, strings);
  const fault = isOfOther ? undefined : said;
  const help = props.onlyWords ? null : helpOf(question, shape, strings);
  const described =
    [props.describedBy, help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(" ") || undefined;
  const prompt = <Prompt question={question} isAsked={!props.onlyWords} />;
  const notes = (
    <>
      {help && (
        <p id={`${id}-help`} className="sv-help" dir="auto">
          {help}
        </p>
      )}
      {fault && <Fault id={`${id}-fault`}>{fault}</Fault>}
    </>
  );
  if (shape === "text") {
    return (
      <div className="sv-question" data-kind="text" data-question={question.id}>
        <label htmlFor={id} className="sv-question-prompt" dir="auto">
          {prompt}
        </label>
        {notes}
        <textarea
          ref={input}
          id={id}
          className="sv-input"
          rows={2}
          dir={fieldDirection(props.draft.text)}
          value={props.draft.text}
          readOnly={props.disabled}
          aria-invalid={fault ? true : undefined}
          aria-describedby={described}
          aria-required={question.required !== false}
          onChange={({ target }) => props.onChange((draft) => ({ ...draft, text: target.value }))}
          onPaste={directPaste}
        />
      </div>
    );
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- Chromium fades a scrolled fieldset through its legend
      role="group"
      aria-labelledby={`${id}-prompt`}
      className="sv-question"
      data-kind={shape}
      data-question={question.id}
      aria-describedby={described}
      // Not `disabled`, which would drop the focus and make the field unreadable.
      aria-disabled={props.disabled || undefined}
    >
      <div id={`${id}-prompt`} className="sv-question-prompt" dir="auto">
        {prompt}
      </div>
      {notes}
      <QuestionChoices
        {...props}
        name={id}
        shape={shape}
        invalid={fault !== undefined}
        ofOther={isOfOther ? said : undefined}
      />
    </div>
  );
}

function Prompt({ question, isAsked }: { readonly question: Question; readonly isAsked: boolean }): ReactNode {
  return (
    <>
      <bdi className="sv-part">{visibleText(question.prompt)}</bdi>
      {isAsked && question.required === false && <OptionalMark />}
    </>
  );
}

function helpOf(question: Question, shape: QuestionShape, words: Messages["question"]): string | null {
  const { minSelections = null, maxSelections = null } = question.validation ?? {};
  if (question.helpText) return visibleText(question.helpText);
  return shape === "multi" ? words.selectionHint(minSelections, maxSelections) : null;
}

function sayFault(fault: AnswerFault, shape: QuestionShape, words: Messages["question"]): string {
  switch (fault.kind) {
    case "required":
      return words.required;
    case "otherMissing":
      return words.otherMissing(shape === "multi");
    case "tooFew":
    case "tooMany":
      return words[fault.kind](fault.limit);
  }
}
