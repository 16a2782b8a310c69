import type { ReactNode } from "react";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";

interface FaultProps {
  readonly id?: string;
  readonly fault: "unknown" | "incomplete" | Error;
  /** Names what could not be done. */
  readonly failed: (reason: string) => string;
}

/** Why a step of an approval failed. */
export function Fault({ id, fault, failed }: FaultProps): ReactNode {
  const strings = useMachineStrings().approval;
  const errorText = useErrorText();
  return <Alert id={id} text={typeof fault === "string" ? strings[fault] : failed(errorText(fault))} />;
}

export function Alert({ id, text }: { readonly id?: string | undefined; readonly text: string }): ReactNode {
  return (
    // Of a field as in every form, else a notice.
    <p id={id} className={id === undefined ? "sv-list-notice" : "sv-fault"} role="alert">
      <Icon name="alert" />
      <span className="sv-part">{text}</span>
    </p>
  );
}
