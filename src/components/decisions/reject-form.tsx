import { useEffect, useId, useRef, type ReactNode } from "react";
import { Form } from "../form.js";
import { useStrings } from "../../hooks/use-strings.js";
import { useForgottenField } from "../chat-composer/use-forgotten-field.js";
import { isEscape } from "../is-escape.js";
import { directPaste, fieldDirection } from "../field-direction.js";
import { OptionalMark } from "../optional-mark.js";
import { submitOnModEnter } from "../submit-on-mod-enter.js";
import { useOwnEscape } from "../use-own-escape.js";
import { DecisionActions } from "./decision-actions.js";
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

/** Asks for the reason of a rejection. Escape goes back and keeps the reason, Mod+Enter rejects. */
export function RejectForm(props: RejectFormProps): ReactNode {
  const { decisions } = useStrings();
  const { reason, isOver, takesFocus } = props;
  const field = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  useOwnEscape(form, !isOver);
  useForgottenField(input);
  useEffect(() => {
    if (!takesFocus) return;
    input.current?.focus();
    // Its buttons too, in a window that has no room for the whole card. No engine of tests scrolls.
    if (typeof actions.current?.scrollIntoView === "function") actions.current.scrollIntoView({ block: "nearest" });
  }, [takesFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons
    <Form
      ref={form}
      className="sv-reject"
      onKeyDown={(event) => {
        submitOnModEnter(event);
        if (!isOver && isEscape(event)) props.onBack();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOver) props.onReject();
      }}
    >
      <label htmlFor={field} className="sv-label">
        <span className="sv-part">{decisions.reasonLabel}</span>
        <OptionalMark />
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
        onPaste={directPaste}
      />
      {isOver && reason.trim() !== "" && <UnsentActions text={() => reason} onDiscard={props.onDiscard} />}
      {!isOver && (
        <>
          <p id={`${field}-help`} className="sv-help">
            {decisions.reasonHelp}
          </p>
          <DecisionActions ref={actions}>
            <button type="button" className="sv-button sv-decision-back" onClick={props.onBack}>
              {decisions.back}
            </button>
            <button type="submit" className="sv-button" data-tone="danger">
              {decisions.rejectConfirm}
            </button>
          </DecisionActions>
        </>
      )}
    </Form>
  );
}
