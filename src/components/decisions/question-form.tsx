import { forwardRef, useEffect, useId, useMemo } from "react";
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
import { readForm, wordsOf } from "./question-draft.js";
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
      {open && request.expiresAt && <Deadline expiresAt={question.deadline ?? request.expiresAt} clock={clock} />}
      {!open && state.name !== "submitting" && <DecisionOutcome state={state} />}
      {!isDone && (
        <QuestionPages
          key={request.id}
          question={question}
          onSubmit={onSubmit}
          disabled={!open}
          draft={draft}
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
