import type { ReactNode } from "react";
import { Fault } from "./fault.js";
import { useIsFormBusy } from "./form-busy.js";

/** Props of every field of a form. */
export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string;
  /** Why its value was refused; null while it was not. */
  readonly fault: string | null;
}

interface FormFieldProps extends FieldProps {
  /** @param isBusy whether its form is being saved: a text is `readOnly` then, another control `aria-disabled` */
  readonly children: (control: ControlProps, isBusy: boolean) => ReactNode;
}

/** Props of every control of a form. */
export interface ControlProps {
  readonly id: string;
  readonly className: string;
  readonly "aria-invalid": boolean | undefined;
  readonly "aria-describedby": string | undefined;
}

/** A control with its label, help and fault. */
export function FormField({ id, label, help, fault, children }: FormFieldProps): ReactNode {
  const isBusy = useIsFormBusy();
  const described = [help !== undefined && `${id}help`, fault !== null && `${id}fault`].filter(Boolean).join(" ");
  return (
    <div className="sv-form-field">
      <label className="sv-label" htmlFor={id}>
        {label}
      </label>
      {children(
        {
          id,
          className: "sv-input",
          "aria-invalid": fault !== null || undefined,
          "aria-describedby": described || undefined,
        },
        isBusy,
      )}
      {help !== undefined && (
        <p id={`${id}help`} className="sv-help">
          {help}
        </p>
      )}
      {fault !== null && <Fault id={`${id}fault`}>{fault}</Fault>}
    </div>
  );
}
