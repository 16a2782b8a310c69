import { forwardRef, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { Clock } from "../../foundation/clock.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { HumanInputSubmission } from "../../protocol/decisions.js";
import { joinClasses } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { Deadline } from "./deadline.js";
import { DecisionOutcome } from "./decision-outcome.js";
import { isOpen, type QuestionSet } from "./decision-types.js";
import { answersOf, checkForm, draftOf, type AnswerFault, type FormDraft } from "./question-draft.js";
import { QuestionField } from "./question-field.js";

export interface QuestionFormProps extends RootProps<"onSubmit"> {
  /** The questions that were asked at once, from `useQuestions` or a session's `pending`. */
  readonly question: QuestionSet;
  /** Answers or skips, by the id. */
  readonly onSubmit: (id: string, submission: HumanInputSubmission) => void;
  /** Tells the time for the deadline. @default the platform's clock */
  readonly clock?: Clock | undefined;
}

/** Asks what the agent wants to know. What is typed stays through refreshes of the data and through a failed send. */
export const QuestionForm = forwardRef<HTMLElement, QuestionFormProps>(function QuestionForm(
  { question, onSubmit, clock, className, ...dom },
  ref,
) {
  const strings = useStrings().question;
  const title = useId();
  const { request, state } = question;
  const open = isOpen(state);
  return (
    <Root
      {...dom}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable and style what is in it
      role="group"
      aria-labelledby={title}
      className={joinClasses("sv-decision sv-questions", className)}
      data-kind="question"
      data-state={state.name}
      aria-busy={state.name === "submitting" || undefined}
    >
      <h3 id={title} className="sv-decision-title" tabIndex={-1}>
        <Icon name="question" />
        {strings.title(request.questions.length)}
      </h3>
      {open && request.expiresAt && <Deadline expiresAt={request.expiresAt} clock={clock} />}
      {(open || state.name === "submitting") && (
        <Fields key={request.id} question={question} onSubmit={onSubmit} disabled={!open} />
      )}
      {!open && <DecisionOutcome state={state} />}
    </Root>
  );
});

function Fields(props: {
  readonly question: QuestionSet;
  readonly disabled: boolean;
  readonly onSubmit: QuestionFormProps["onSubmit"];
}): ReactNode {
  const strings = useStrings().question;
  const { request, state } = props.question;
  const [draft, setDraft] = useState<FormDraft>({});
  const [faults, setFaults] = useState<ReadonlyMap<string, AnswerFault>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = checkForm(request, draft);
    setFaults(found);
    const first = request.questions.find((asked) => found.has(asked.id));
    if (first) return focusQuestion(form.current, first.id);
    props.onSubmit(request.id, { outcome: "answered", answers: answersOf(request, draft) });
  };
  return (
    <form ref={form} className="sv-question-form" noValidate onSubmit={submit}>
      {request.questions.map((asked) => (
        <QuestionField
          key={asked.id}
          question={asked}
          draft={draftOf(draft, asked)}
          fault={faults.get(asked.id)}
          disabled={props.disabled}
          onChange={(next) => {
            setDraft((all) => ({ ...all, [asked.id]: next }));
            if (faults.has(asked.id)) setFaults(new Map([...faults].filter(([id]) => id !== asked.id)));
          }}
        />
      ))}
      {!props.disabled && <DecisionOutcome state={state} />}
      {!props.disabled && (
        <div className="sv-decision-actions">
          <button type="submit" className="sv-button" data-variant="primary">
            {strings.submit}
          </button>
          {request.allowSkip && (
            <button
              type="button"
              className="sv-button"
              onClick={() => props.onSubmit(request.id, { outcome: "skipped" })}
            >
              {strings.skip}
            </button>
          )}
        </div>
      )}
    </form>
  );
}

function focusQuestion(form: HTMLFormElement | null, id: string): void {
  for (const field of form?.querySelectorAll<HTMLElement>("[data-question]") ?? []) {
    if (field.dataset["question"] === id) field.querySelector<HTMLElement>("input, textarea")?.focus();
  }
}
