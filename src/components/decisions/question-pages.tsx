import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import type { HumanInputRequest } from "../../wire/protocol/decisions.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { Form } from "../form.js";
import { useAsking } from "../use-asking.js";
import { useStrings } from "../../hooks/use-strings.js";
import { DecisionActions } from "./decision-actions.js";
import { DecisionOutcome } from "./decision-outcome.js";
import type { QuestionSet, SubmitAnswers } from "./decision-types.js";
import type { AnswerFault } from "../../hooks/use-questions.js";
import { answersOf, checkForm, draftOf, losesAnswers, typedFor, type FormDraft } from "./question-draft.js";
import { QuestionField } from "./question-field.js";
import { submitOnModEnter } from "../submit-on-mod-enter.js";
import { isLost } from "./unsent-words.js";

/** One question a page; answers are kept for all pages. A page is checked before the next one. */
export function QuestionPages(props: {
  readonly question: QuestionSet;
  readonly draft: FormDraft;
  readonly disabled: boolean;
  /** Called with what changes the draft as it is stored. */
  readonly onChange: (change: (draft: FormDraft) => FormDraft) => void;
  readonly onSubmit: SubmitAnswers;
}): ReactNode {
  const strings = useStrings().question;
  const { draft, disabled } = props;
  const { request, state } = props.question;
  const { questions } = request;
  const [wanted, setPage] = useState(0);
  const [faults, setFaults] = useState<ReadonlyMap<string, AnswerFault>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const progress = useId();
  const page = Math.min(wanted, questions.length - 1);
  // A settled form is only read: the words that were not sent, each under its question.
  const isOver = isLost(props.question);
  const shown = isOver ? questions.filter((each) => typedFor(each, draft) !== "") : questions.slice(page, page + 1);
  const hasPages = questions.length > 1 && !isOver;
  const isLast = page === questions.length - 1;
  const focusField = useFocusAfter(form);
  const show = (index: number) => {
    setPage(index);
    focusField();
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (disabled) return;
    const found = checkForm(request, draft);
    // Answers on later pages are not missing yet.
    const upTo = isLast ? questions : questions.slice(0, page + 1);
    const faulty = upTo.findIndex(({ id }) => found.has(id));
    setFaults(faulty < 0 ? new Map() : found);
    if (faulty >= 0) show(faulty);
    else if (!isLast) show(page + 1);
    else props.onSubmit(request.id, { outcome: "answered", answers: answersOf(request, draft) });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <Form ref={form} className="sv-question-form" noValidate onSubmit={goOn} onKeyDown={submitOnModEnter}>
      {hasPages && (
        <p id={progress} className="sv-question-progress">
          {strings.progress(page + 1, questions.length)}
        </p>
      )}
      {shown.map((asked) => (
        <QuestionField
          key={asked.id}
          question={asked}
          describedBy={hasPages ? progress : undefined}
          draft={draftOf(draft, asked)}
          fault={isOver ? undefined : faults.get(asked.id)}
          disabled={disabled}
          onlyWords={isOver}
          onChange={(change) => {
            props.onChange((stored) => ({ ...stored, [asked.id]: change(draftOf(stored, asked)) }));
            if (faults.has(asked.id)) setFaults(new Map([...faults].filter(([id]) => id !== asked.id)));
          }}
        />
      ))}
      {/* The state of an answer from here, in the place of the buttons. */}
      {!isOver && <DecisionOutcome state={state} />}
      {!disabled && (
        <Actions
          key={page}
          request={request}
          losesAnswers={losesAnswers(request, draft, request.questions[page])}
          isLast={isLast}
          onBack={page > 0 ? () => show(page - 1) : undefined}
          onSkip={() => props.onSubmit(request.id, { outcome: "skipped" })}
        />
      )}
    </Form>
  );
}

/** The buttons of a page. Before a skip that loses answers, a question in their place. */
function Actions(props: {
  readonly request: HumanInputRequest;
  readonly losesAnswers: boolean;
  readonly isLast: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: () => void;
}): ReactNode {
  const strings = useStrings().question;
  const { request, losesAnswers, isLast, onBack, onSkip } = props;
  const { isAsking, ask, leave, button } = useAsking();
  const skip = request.questions.length > 1 ? strings.skipAll(request.questions.length) : strings.skip;
  if (isAsking) {
    const words = { question: strings.skipQuestion, confirm: skip, keep: strings.keepAnswering };
    return <ConfirmQuestion {...words} onConfirm={onSkip} onLeave={leave} />;
  }
  return (
    <DecisionActions>
      {onBack && (
        <button type="button" className="sv-button sv-decision-back" onClick={onBack}>
          {strings.previous}
        </button>
      )}
      {request.allowSkip && (
        <button type="button" ref={button} className="sv-button" onClick={losesAnswers ? ask : onSkip}>
          {skip}
        </button>
      )}
      <button type="submit" className="sv-button" data-variant="primary">
        {isLast ? strings.submit : strings.next}
      </button>
    </DecisionActions>
  );
}

/** Focuses an answer once the requested page is rendered: a text with a fault, else the chosen answer, else the first. */
function useFocusAfter(form: { readonly current: HTMLElement | null }): () => void {
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const wanted = ["input[type=text][aria-invalid]", "input:checked, textarea", "input"];
    const found = wanted.map((answer) => form.current?.querySelector<HTMLElement>(answer));
    found.find((answer) => answer)?.focus();
  }, [asked, form]);
  return () => ask((count) => count + 1);
}
