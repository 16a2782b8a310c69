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

/** The notice as long as it has a cause: a change of a prompt that waits no more is neither wanted nor possible. */
export function lastingNotice(queue: Queue["queue"], refused: Queue["refused"] = null): Queue["refused"] {
  if (!refused || queue.some(({ turnId }) => turnId === refused.target)) return refused;
  if (refused.isConflict) return codeOf(refused) === promptStarted ? refused : null;
  // An edit may have withdrawn the prompt before it failed.
  return refused.action === "edit" && codeOf(refused) !== draftNotEmpty ? refused : null;
}

const draftNotEmpty = "DRAFT_NOT_EMPTY";
const promptStarted = "QUEUE_PROMPT_STARTED";

function codeOf({ error }: NonNullable<Queue["refused"]>): string {
  return isServiceError(error) ? error.code : "";
}

/** Why the last change of the queue was refused, or what must be chosen before it is made. */
export function QueueNotice({ refused, onEdit, onDismiss }: QueueNoticeProps): ReactNode {
  const strings = useStrings().queue;
  const errorText = useErrorText();
  const code = codeOf(refused);
  const mayReplace = code === draftNotEmpty && onEdit !== undefined;
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
    if (code === promptStarted) return strings.started;
    return refused.isConflict ? strings.changed : strings.failed(refused.action, errorText(refused.error));
  }
}
