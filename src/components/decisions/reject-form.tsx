import { useEffect, useId, useRef, type ReactNode } from "react";
import { useStrings } from "../../hooks/use-strings.js";
import { useForgottenField } from "../chat-composer/use-forgotten-field.js";
import { fieldDirection } from "../field-direction.js";
import { submitOnModEnter } from "../submit-on-mod-enter.js";
import { UnsentActions } from "./unsent-words.js";

export interface RejectFormProps {
  readonly reason: string;
  /** Whether the approval is over: the reason can only be read and copied. */
  readonly isOver: boolean;
  /** Whether the reader has just asked for the form. */
  readonly takesFocus: boolean;
  readonly onChange: (reason: string) => void;
  readonly onBack: () => void;
  readonly onReject: () => void;
  readonly onDiscard: () => void;
}

/** Asks for the reason of a rejection. */
export function RejectForm(props: RejectFormProps): ReactNode {
  const { decisions } = useStrings();
  const { reason, isOver, takesFocus } = props;
  const field = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useForgottenField(input);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <form
      className="sv-reject"
      onKeyDown={submitOnModEnter}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOver) props.onReject();
      }}
    >
      <label htmlFor={field} className="sv-label">
        {decisions.reasonLabel}
      </label>
      <textarea
        id={field}
        className="sv-input"
        rows={2}
        dir={fieldDirection(reason)}
        value={reason}
        readOnly={isOver}
        ref={input}
        aria-describedby={isOver ? undefined : `${field}-help`}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {isOver && reason.trim() !== "" && <UnsentActions text={() => reason} onDiscard={props.onDiscard} />}
      {!isOver && (
        <>
          <p id={`${field}-help`} className="sv-help">
            {decisions.reasonHelp}
          </p>
          <div className="sv-decision-actions">
            <button type="submit" className="sv-button" data-variant="danger">
              {decisions.rejectConfirm}
            </button>
            <button type="button" className="sv-button" onClick={props.onBack}>
              {decisions.back}
            </button>
          </div>
        </>
      )}
    </form>
  );
}
