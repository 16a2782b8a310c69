import { forwardRef, useEffect, useId, useMemo, useState } from "react";
import type { Clock } from "../../foundation/clock.js";
import { useStrings } from "../../hooks/use-strings.js";
import { joinClasses, present } from "../class-names.js";
import { Icon } from "../icons.js";
import { Root, type RootProps } from "../root.js";
import { Deadline } from "./deadline.js";
import { DecisionOutcome } from "./decision-outcome.js";
import { DecisionPosition } from "./decision-position.js";
import { isOpen, type Position, type QuestionSet, type SubmitAnswers } from "./decision-types.js";
import { QuestionPages } from "./question-pages.js";
import { readForm, wordsOf, type FormDraft } from "./question-draft.js";
import { isLost, isSent, UnsentActions, useTypedWords, useUnsentWords, wasGiven } from "./unsent-words.js";

/** Props of `QuestionForm`. */
export interface QuestionFormProps extends RootProps<"onSubmit"> {
  /** A set of questions, from `useQuestions` or a session's `pending`. */
  readonly question: QuestionSet;
  /** Called with the id and the answers, or a skip. */
  readonly onSubmit: SubmitAnswers;
  /** The position among the pending decisions. Shown if there are several. @default not shown */
  readonly position?: Position | undefined;
  /** Clock for the deadline. @default the platform's clock */
  readonly clock?: Clock | undefined;
}

/**
 * Asks the agent's questions, one per page. Typed text survives refreshed data, a failed send and, under a provider, a
 * reload. If the questions expire or are answered elsewhere, typed text stays, to be copied, until the user discards it.
 */
export const QuestionForm = forwardRef<HTMLElement, QuestionFormProps>(function QuestionForm(
  { question, onSubmit, position, clock, className, ...dom },
  ref,
) {
  const strings = useStrings().question;
  const title = useId();
  const { request, state } = question;
  const [kept, keep, update] = useTypedWords("question", question);
  const open = isOpen(state);
  const draft = useMemo(() => readForm(kept), [kept]);
  const words = wordsOf(request, draft);
  const isGiven = wasGiven(question);
  const isOver = isLost(question);
  const hasWords = words !== "" && !isGiven;
  // Ticks are dropped with the question.
  const isDone = isGiven || (isOver && !hasWords);
  useEffect(() => {
    if (isDone) keep(null);
  }, [isDone, keep]);
  const discarded = useUnsentWords(question, hasWords);
  const deadline = deadlineOf(question);
  const shown = useShownForm(isDone ? null : draft, question, isGiven);
  return (
    <Root
      {...dom}
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset would disable and style its content
      role="group"
      aria-labelledby={title}
      className={joinClasses("sv-decision sv-questions", className)}
      data-kind="question"
      data-state={state.name}
      data-sent={present(isSent(question))}
      aria-busy={state.name === "submitting" || undefined}
    >
      <h2 id={title} className="sv-decision-title" tabIndex={-1}>
        <Icon name="question" />
        <span className="sv-part">{strings.title(request.questions.length)}</span>
        {open && <DecisionPosition position={position} />}
      </h2>
      {deadline !== null && <Deadline expiresAt={deadline} clock={clock} />}
      {(shown === null || isOver) && <DecisionOutcome state={state} />}
      {shown !== null && (
        <QuestionPages
          key={request.id}
          question={question}
          onSubmit={onSubmit}
          disabled={!open}
          draft={shown}
          onChange={(change) => update((form) => change(readForm(form)))}
        />
      )}
      {isOver && hasWords && (
        <UnsentActions
          text={() => words}
          onDiscard={() => {
            keep(null);
            discarded();
          }}
        />
      )}
    </Root>
  );
});

/** The form, read-only once it is sent: its card stays as high as it was until it leaves. Null without one. */
function useShownForm(draft: FormDraft | null, { state }: QuestionSet, isGiven: boolean): FormDraft | null {
  const [sent, setSent] = useState<FormDraft | null>(null);
  const next = state.name === "submitting" ? draft : isGiven ? sent : null;
  if (next !== sent) setSent(next);
  return draft ?? next;
}

/** The time at which it expires, as long as it is asked and until the card of a sent answer leaves. */
function deadlineOf(question: QuestionSet): string | number | null {
  const { expiresAt } = question.request;
  if (!expiresAt || !(isOpen(question.state) || isSent(question))) return null;
  return question.deadline ?? expiresAt;
}
