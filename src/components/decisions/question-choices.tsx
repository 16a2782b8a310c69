import { useId, useRef, useState, type ReactNode } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useStrings } from "../../hooks/use-strings.js";
import type { Question } from "../../wire/protocol/decisions.js";
import { useForgottenField } from "../chat-composer/use-forgotten-field.js";
import { Fault } from "../fault.js";
import { fieldDirection } from "../field-direction.js";
import { useEarlyInput } from "../use-early-input.js";
import { addTicks, choose, chooseOther, type ChangeDraft, type QuestionDraft } from "./question-draft.js";

interface QuestionChoicesProps {
  readonly question: Question;
  readonly draft: QuestionDraft;
  readonly disabled: boolean;
  /** Whether only the typed words are shown. */
  readonly onlyWords: boolean;
  readonly onChange: ChangeDraft;
  readonly name: string;
  readonly shape: "single" | "multi";
  readonly invalid: boolean;
  /** The fault of the text of "Other". */
  readonly ofOther: string | undefined;
}

/** The options of a question, and the field for another answer. */
export function QuestionChoices({ draft, disabled, name, shape, ...props }: QuestionChoicesProps): ReactNode {
  const strings = useStrings().question;
  const [isOpenedHere, setOpenedHere] = useState(false);
  const type = shape === "single" ? "radio" : "checkbox";
  const common = {
    className: "sv-part",
    type,
    name,
    "aria-invalid": props.invalid || undefined,
    "aria-disabled": disabled || undefined,
  } as const;
  const onChange: ChangeDraft = (change) => {
    if (!disabled) props.onChange(change);
  };
  const choices = props.onlyWords ? [] : (props.question.options ?? []);
  const group = useRef<HTMLDivElement>(null);
  useEarlyInput(group, ({ children }) => {
    // The last row is "Other".
    const ticked = [...children].map((row) => row.querySelector(":checked") !== null);
    const ids = choices.filter((_, index) => ticked[index]).map(({ id }) => id);
    const isOther = ticked[choices.length] === true;
    if (isOther || ids.length > 0) onChange((stored) => addTicks(stored, { ids, isOther }, shape));
  });
  return (
    <div ref={group} className="sv-choices">
      {choices.map((option) => (
        <label key={option.id} className="sv-choice">
          <input
            {...common}
            value={option.id}
            checked={draft.chosen.includes(option.id)}
            onChange={() => onChange((stored) => choose(stored, option.id, shape))}
          />
          <span className="sv-choice-words">
            <span className="sv-part">{visibleText(option.label)}</span>
            {option.description && <span className="sv-help">{visibleText(option.description)}</span>}
          </span>
        </label>
      ))}
      {!props.onlyWords && (
        <label className="sv-choice">
          <input
            {...common}
            value=""
            checked={draft.isOther}
            onChange={() => {
              setOpenedHere(true);
              onChange((stored) => chooseOther(stored, shape));
            }}
          />
          <span className="sv-choice-words">{strings.other}</span>
        </label>
      )}
      {draft.isOther && (
        <OtherField
          value={draft.other}
          disabled={disabled}
          fault={props.ofOther}
          isOpenedHere={isOpenedHere}
          onChange={(other) => props.onChange((stored) => ({ ...stored, other }))}
        />
      )}
    </div>
  );
}

function OtherField(props: {
  readonly value: string;
  readonly disabled: boolean;
  readonly fault: string | undefined;
  /** Whether the person has just chosen "Other": a draft that is shown again begins at its question. */
  readonly isOpenedHere: boolean;
  readonly onChange: (text: string) => void;
}): ReactNode {
  const strings = useStrings().question;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { isOpenedHere } = props;
  useForgottenField(input);
  useBrowserLayoutEffect(() => {
    if (isOpenedHere) field.current?.scrollIntoView?.({ block: "nearest" });
  }, [isOpenedHere]);
  return (
    <div ref={field} className="sv-other">
      <label htmlFor={id} className="sv-label">
        {strings.otherLabel}
      </label>
      {props.fault && <Fault id={`${id}-fault`}>{props.fault}</Fault>}
      <input
        ref={input}
        id={id}
        type="text"
        className="sv-input"
        dir={fieldDirection(props.value)}
        value={props.value}
        readOnly={props.disabled}
        aria-invalid={props.fault ? true : undefined}
        aria-describedby={props.fault && `${id}-fault`}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}
