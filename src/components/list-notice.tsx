import type { ReactNode } from "react";
import { Icon } from "./icons.js";

interface ListNoticeProps {
  readonly text: string;
  /** Label of the button; drawn with `onPress` alone. */
  readonly action: string;
  readonly onPress: (() => void) | undefined;
}

/** An error above a list, with a way to retry or dismiss it. */
export function ListNotice({ text, action, onPress }: ListNoticeProps): ReactNode {
  return (
    <p className="sv-sessions-notice" role="alert">
      <Icon name="alert" />
      <span className="sv-part">{text}</span>
      {onPress && (
        <button type="button" className="sv-link-button" onClick={onPress}>
          {action}
        </button>
      )}
    </p>
  );
}
