import type { ReactNode } from "react";
import { Icon, type IconName } from "../icons.js";
import { useLeaveFocus } from "../use-leave-focus.js";

/**
 * A button that may disappear while it has the focus, such as one that ends the running turn: the focus then moves
 * on.
 */
export function ActionButton(props: {
  readonly label: string;
  /** The id of its description. */
  readonly describedBy?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly className?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** Shown by a pointer that rests on it. @default the label, of a button with an icon */
  readonly title?: string | undefined;
  readonly shortcut?: string | undefined;
  readonly variant?: "primary" | undefined;
  readonly onPress: () => void;
  /** Takes the focus on. */
  readonly onLeave: () => void;
}): ReactNode {
  const { label, icon, isBusy = false } = props;
  const button = useLeaveFocus(props.onLeave);
  return (
    <button
      ref={button}
      type="button"
      className={props.className ?? (icon ? "sv-round-button" : "sv-button")}
      data-variant={props.variant}
      aria-label={icon && label}
      aria-describedby={props.describedBy}
      title={props.title ?? (icon && label)}
      aria-keyshortcuts={props.shortcut}
      aria-disabled={isBusy || undefined}
      onClick={() => {
        if (!isBusy) props.onPress();
      }}
    >
      {icon ? <Icon name={isBusy ? "spinner" : icon} /> : label}
    </button>
  );
}
