import { forwardRef } from "react";
import { useAutomationStrings } from "../../hooks/use-automation-strings.js";

interface ActionButtonProps {
  readonly label: string;
  /** Name of the record; a screen reader reads both. */
  readonly name: string;
  readonly isPending: boolean;
  readonly isExpanded?: boolean | undefined;
  /** For a button that removes the record. */
  readonly tone?: "danger" | undefined;
  /** Without it nothing is drawn. */
  readonly onPress: (() => void) | undefined;
}

/** A button of one record among many. */
export const ActionButton = forwardRef<HTMLButtonElement, ActionButtonProps>(function ActionButton(
  { label, name, isPending, isExpanded, tone, onPress },
  ref,
) {
  const strings = useAutomationStrings();
  if (!onPress) return null;
  return (
    <button
      type="button"
      ref={ref}
      className="sv-button"
      data-tone={tone}
      aria-label={strings.named(label, name)}
      aria-expanded={isExpanded}
      aria-disabled={isPending || undefined}
      onClick={isPending ? undefined : onPress}
    >
      {label}
    </button>
  );
});
