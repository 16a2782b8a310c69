import { useId, type ReactNode } from "react";
import { joinClasses, present } from "./class-names.js";
import { Icon } from "./icons.js";

export interface DisclosureProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly summary: ReactNode;
  /** Beside the line, outside of the button. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A line that opens its details. Closed details are not in the document. */
export function Disclosure({ open, onOpenChange, summary, aside, className, children }: DisclosureProps): ReactNode {
  const id = useId();
  const button = (
    <button
      type="button"
      className="sv-disclosure-button"
      aria-expanded={open}
      aria-controls={id}
      onClick={() => onOpenChange(!open)}
    >
      {summary}
      <Icon name="chevron" />
    </button>
  );
  return (
    <div className={joinClasses("sv-disclosure", className)} data-open={present(open)}>
      {aside ? (
        <div className="sv-disclosure-head">
          {button}
          {aside}
        </div>
      ) : (
        button
      )}
      <div id={id} className="sv-disclosure-panel" hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}
