import { useId, type KeyboardEvent, type ReactNode } from "react";
import { ignoreRepeatedClicks } from "./ignore-repeated-clicks.js";

interface ConfirmQuestionProps {
  readonly question: string;
  readonly confirm: string;
  readonly keep: string;
  readonly onConfirm: () => void;
  /** Called after a choice, whichever it was. */
  readonly onLeave: () => void;
  /** Further facts, above the buttons. */
  readonly children?: ReactNode;
}

/** Asks before a record is removed. Escape keeps it. */
export function ConfirmQuestion(props: ConfirmQuestionProps): ReactNode {
  const { question, confirm, keep, onConfirm, onLeave, children } = props;
  const id = useId();
  const leaveByKey = ({ key }: KeyboardEvent) => {
    if (key === "Escape") onLeave();
  };
  const press = () => {
    onLeave();
    onConfirm();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the padding of a fieldset does not contain its legend
    <div role="group" aria-labelledby={id} className="sv-record-question" onClickCapture={ignoreRepeatedClicks}>
      <p id={id} className="sv-part">
        {question}
      </p>
      {children}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for it; the harmless choice has the focus */}
      <button type="button" className="sv-button" autoFocus onClick={onLeave} onKeyDown={leaveByKey}>
        {keep}
      </button>
      <button type="button" className="sv-button" data-variant="danger" onClick={press} onKeyDown={leaveByKey}>
        {confirm}
      </button>
    </div>
  );
}
