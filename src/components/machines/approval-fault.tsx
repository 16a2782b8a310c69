import type { ReactNode } from "react";
import { useMachineStrings } from "../../hooks/use-machine-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { Fault } from "../fault.js";

interface ApprovalFaultProps {
  readonly id?: string;
  readonly fault: "unknown" | "incomplete" | Error;
  /** Names what could not be done. */
  readonly failed: (reason: string) => string;
}

/** Why a step of an approval failed. */
export function ApprovalFault({ id, fault, failed }: ApprovalFaultProps): ReactNode {
  const strings = useMachineStrings().approval;
  const errorText = useErrorText();
  return (
    <Fault {...(id !== undefined && { id })} role="alert">
      {typeof fault === "string" ? strings[fault] : failed(errorText(fault))}
    </Fault>
  );
}
