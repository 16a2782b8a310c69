import type { ReactNode } from "react";
import { isServiceError } from "../../foundation/base-error.js";
import type { Queue } from "../../hooks/use-queue.js";
import { useErrorText, useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";

interface QueueNoticeProps {
  readonly refused: NonNullable<Queue["refused"]>;
  readonly onEdit: Queue["edit"] | undefined;
  readonly onDismiss: (() => void) | undefined;
}

/** Why the last change of the queue was refused, or what must be chosen before it is made. */
export function QueueNotice({ refused, onEdit, onDismiss }: QueueNoticeProps): ReactNode {
  const strings = useStrings().queue;
  const errorText = useErrorText();
  const code = isServiceError(refused.error) ? refused.error.code : "";
  const mayReplace = code === "DRAFT_NOT_EMPTY" && onEdit !== undefined;
  const replace = () => void onEdit?.(refused.target, { replaceDraft: true }).catch(() => undefined);
  return (
    <div className="sv-queue-notice" role="alert" data-conflict={refused.isConflict ? "" : undefined}>
      <Icon name="alert" />
      <span className="sv-part">{textOf()}</span>
      <span className="sv-queue-notice-actions">
        {mayReplace && (
          <button type="button" className="sv-link-button" onClick={replace}>
            {strings.replace}
          </button>
        )}
        {onDismiss && (
          <button type="button" className="sv-link-button" onClick={onDismiss}>
            {mayReplace ? strings.keepDraft : strings.dismiss}
          </button>
        )}
      </span>
    </div>
  );

  function textOf(): string {
    if (mayReplace) return strings.replaceDraft;
    if (code === "QUEUE_PROMPT_STARTED") return strings.started;
    return refused.isConflict ? strings.changed : strings.failed(refused.action, errorText(refused.error));
  }
}
