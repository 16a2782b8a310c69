import type { ReactNode } from "react";
import { Icon } from "./icons.js";

interface FaultProps {
  readonly id?: string;
  readonly role?: "alert";
  readonly children: string;
}

/** Why a field, a question or a form was refused. */
export function Fault({ id, role, children }: FaultProps): ReactNode {
  return (
    <p id={id} className="sv-fault" role={role}>
      <Icon name="alert" />
      <span className="sv-part" dir="auto">
        {children}
      </span>
    </p>
  );
}
