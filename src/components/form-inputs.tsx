import type { InputHTMLAttributes, ReactNode } from "react";
import { directPaste, fieldDirection } from "./field-direction.js";
import { FormField, type FieldProps } from "./form-field.js";

type Own = "type" | "maxLength" | "min" | "step" | "inputMode" | "autoComplete" | "dir" | "spellCheck";

interface TextFieldProps extends FieldProps, Pick<InputHTMLAttributes<HTMLInputElement>, Own> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Gets the focus when its form opens. @default false */
  readonly isFirst?: boolean;
}

/** A field of one line. */
export function TextField({ value, onChange, isFirst = false, ...props }: TextFieldProps): ReactNode {
  const { id, label, help, fault, ...input } = props;
  return (
    <FormField {...{ id, label, fault, ...(help !== undefined && { help }) }}>
      {(control, isBusy) => (
        <input
          // A date, time or number has the direction of its form.
          dir={input.type === undefined ? "auto" : undefined}
          {...input}
          {...control}
          readOnly={isBusy}
          value={value}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for the form
          autoFocus={isFirst}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}

/** A field for names and paths of a program: left to right, without a browser's suggestions. */
export function CodeField(props: Omit<TextFieldProps, "dir" | "autoComplete" | "spellCheck">): ReactNode {
  return <TextField {...props} dir="ltr" autoComplete="off" spellCheck={false} />;
}

/** A field for a secret that is not a person's password, so a browser offers none of its own. */
export function SecretField(props: Omit<TextFieldProps, "type" | "dir" | "autoComplete">): ReactNode {
  return <TextField {...props} type="password" dir="ltr" autoComplete="new-password" />;
}

/** A field of several lines. */
export function LongTextField({ value, onChange, ...field }: TextAreaFieldProps): ReactNode {
  return (
    <FormField {...field}>
      {(control, isBusy) => (
        <textarea
          {...control}
          readOnly={isBusy}
          dir={fieldDirection(value) ?? "auto"}
          rows={3}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onPaste={directPaste}
        />
      )}
    </FormField>
  );
}

interface TextAreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface ChoiceFieldProps<Choice extends string> extends Omit<FieldProps, "fault"> {
  readonly choices: readonly Choice[];
  readonly words: Readonly<Record<Choice, string>>;
  readonly value: Choice;
  readonly onChange: (value: Choice) => void;
}

/** A field with a few choices, each in words. */
export function ChoiceField<Choice extends string>(props: ChoiceFieldProps<Choice>): ReactNode {
  const { choices, words, value, onChange, ...field } = props;
  return (
    <FormField {...field} fault={null}>
      {(control, isBusy) => (
        <select
          {...control}
          aria-disabled={isBusy || undefined}
          value={value}
          onChange={({ target }) => onChange(target.value as Choice)}
        >
          {choices.map((choice) => (
            <option key={choice} className="sv-part" value={choice}>
              {words[choice]}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}
