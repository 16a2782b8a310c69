import type { KeyboardEvent, ReactNode } from "react";
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
  const leaveByKey = ({ key }: KeyboardEvent) => {
    if (key === "Escape") onLeave();
  };
  const press = () => {
    onLeave();
    onConfirm();
  };
  return (
    <fieldset className="sv-record-question" onClickCapture={ignoreRepeatedClicks}>
      <legend className="sv-part">{question}</legend>
      {children}
      <button type="button" className="sv-button" data-variant="danger" onClick={press} onKeyDown={leaveByKey}>
        {confirm}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for it; the harmless choice has the focus */}
      <button type="button" className="sv-button" autoFocus onClick={onLeave} onKeyDown={leaveByKey}>
        {keep}
      </button>
    </fieldset>
  );
}
