import type { ReactNode } from "react";
import { useStrings } from "../../../hooks/use-strings.js";
import type { RowProps } from "../timeline-context.js";

/** A line across the timeline where the session came to a halt. */
export function SessionStatusRow({ item }: RowProps<"session-status">): ReactNode {
  const strings = useStrings().status;
  return (
    <div className="sv-divider" data-status={item.status}>
      <span>{strings[item.status]}</span>
    </div>
  );
}
