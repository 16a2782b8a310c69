import type { ReactNode } from "react";
import { Icon, type IconName } from "./icons.js";

interface ListNoticeProps {
  readonly text: string;
  /** @default "alert" */
  readonly icon?: IconName;
  /** Label of the button; drawn with `onPress` alone. */
  readonly action?: string;
  readonly onPress?: (() => void) | undefined;
}

/** Why a list is not whole, with a way to retry or dismiss it. */
export function ListNotice({ text, icon = "alert", action, onPress }: ListNoticeProps): ReactNode {
  return (
    <p className="sv-list-notice" role="alert">
      <Icon name={icon} />
      <span className="sv-part">{text}</span>
      {onPress && (
        <button type="button" className="sv-link-button" onClick={onPress}>
          {action}
        </button>
      )}
    </p>
  );
}
