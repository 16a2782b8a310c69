import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import { Icon } from "../../icons.js";
import type { RowProps } from "../timeline-context.js";

/** What was asked and what was answered. */
export function HumanInputRow({ item }: RowProps<"human-input">): ReactNode {
  const strings = useStrings();
  const { outcome } = item.response;
  const who = item.actor?.name ?? null;
  return (
    <div className="sv-answers" data-outcome={outcome}>
      <p className="sv-answers-title">
        <Icon name={outcome === "answered" ? "check" : "question"} />
        {outcome === "answered" && strings.decisions.settledAnswered(who)}
        {outcome === "skipped" && strings.decisions.settledSkipped(who)}
        {outcome === "expired" && strings.question.expiredAnswer}
        {outcome === "cancelled" && strings.question.cancelledAnswer}
      </p>
      {outcome === "answered" && (
        <dl className="sv-answers-list">
          {item.answers.map((answer) => (
            <div key={answer.questionId}>
              <dt dir="auto">{answer.prompt}</dt>
              <dd dir="auto">{answer.values.length > 0 ? answer.values.join(", ") : strings.question.noAnswer}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
