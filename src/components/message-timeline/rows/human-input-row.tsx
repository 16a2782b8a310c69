import type { ReactNode } from "react";
import { visibleText } from "../../../foundation/visible-text.js";
import { useStrings } from "../../../hooks/use-strings.js";
import { Icon } from "../../icons.js";
import { useTimelineContext, type RowProps } from "../timeline-context.js";

/** Questions, their answers if there are any, and who answered when that was another person. */
export function HumanInputRow({ item }: RowProps<"human-input">): ReactNode {
  const { decisions, question, people } = useStrings();
  const { reader } = useTimelineContext();
  const { actor } = item;
  const { outcome } = item.response;
  const who = actor && actor.id !== reader ? visibleText(actor.name ?? people.someone) : null;
  return (
    <div className="sv-answers" data-sv-item={item.id} data-outcome={outcome}>
      <p className="sv-answers-title">
        <Icon name={outcome === "answered" ? "check" : "question"} />
        <span className="sv-part">
          {
            {
              answered: decisions.settledAnswered(who),
              skipped: decisions.settledSkipped(who),
              expired: question.expiredAnswer,
              cancelled: question.cancelledAnswer,
            }[outcome]
          }
        </span>
      </p>
      {outcome === "answered" && (
        <dl className="sv-answers-list">
          {item.answers.map((answer) => (
            <div key={answer.questionId} className="sv-part">
              <dt className="sv-part" dir="auto">
                {visibleText(answer.prompt)}
              </dt>
              <dd className="sv-part" dir="auto">
                {answer.values.length > 0 ? visibleText(answer.values.join(", ")) : question.noAnswer}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {outcome !== "answered" && item.answers.length > 0 && (
        <ul className="sv-answers-list">
          {item.answers.map(({ questionId, prompt }) => (
            <li key={questionId} className="sv-part" dir="auto">
              {visibleText(prompt)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
