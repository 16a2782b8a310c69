import type { ReactNode } from "react";
import { Icon } from "./icons.js";

interface DetailsProps {
  readonly summary: string;
  readonly children: ReactNode;
}

/** The browser's own line that opens, which needs no state; with the chevron of the kit. */
export function Details({ summary, children }: DetailsProps): ReactNode {
  return (
    <details className="sv-record-details">
      <summary className="sv-disclosure-button">
        <span className="sv-part">{summary}</span>
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}
