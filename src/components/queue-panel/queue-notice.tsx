import type { ReactNode } from "react";
import { isServiceError } from "../../foundation/base-error.js";
import type { Queue } from "../../hooks/use-queue.js";
import { useErrorText, useStrings } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";

type Messages = Pick<ReturnType<typeof useStrings>, "queue" | "errors">;
type ErrorText = ReturnType<typeof useErrorText>;

interface QueueNoticeProps {
  readonly refused: NonNullable<Queue["refused"]>;
  readonly onEdit: Queue["edit"] | undefined;
  readonly onDismiss: (() => void) | undefined;
}

type Refused = NonNullable<Queue["refused"]>;

/** The notices that have a cause: a change of a prompt that waits no more is neither wanted nor possible. */
export function lastingNotices(
  queue: Queue["queue"],
  refused: Queue["refused"] | Queue["refusals"] = null,
): readonly Refused[] {
  return [refused ?? []]
    .flat()
    .filter((one) => queue.some(({ turnId }) => turnId === one.target) || outlastsPrompt(one));
}

function outlastsPrompt(refused: Refused): boolean {
  if (refused.isConflict) return codeOf(refused) === promptStarted;
  // An edit may have withdrawn the prompt before it failed.
  return refused.action === "edit" && codeOf(refused) !== draftNotEmpty;
}

const draftNotEmpty = "DRAFT_NOT_EMPTY";
const promptStarted = "QUEUE_PROMPT_STARTED";
/** The composer has a text that the edit would replace, or one from another window. */
const draftConflicts: ReadonlySet<string> = new Set([draftNotEmpty, "DRAFT_CHANGED"]);
/** Conflicts about something other than the queue, each with a sentence of its own. */
const otherConflicts: ReadonlySet<string> = new Set([
  ...draftConflicts,
  "PROMPT_CHANGED",
  "EDIT_SOURCE_CHANGED",
  "CONTROL_CHANGED",
]);

function codeOf({ error }: NonNullable<Queue["refused"]>): string {
  return isServiceError(error) ? error.code : "";
}

/** Why the last change of the queue was refused, or what must be chosen before it is made. */
export function QueueNotice({ refused, onEdit, onDismiss }: QueueNoticeProps): ReactNode {
  const messages = useStrings();
  const strings = messages.queue;
  const errorText = useErrorText();
  const code = codeOf(refused);
  const mayReplace = draftConflicts.has(code) && refused.action === "edit" && onEdit !== undefined;
  const replace = () => void onEdit?.(refused.target, { replaceDraft: true }).catch(() => undefined);
  return (
    <div className="sv-queue-notice" role="alert" data-conflict={refused.isConflict ? "" : undefined}>
      <Icon name="alert" />
      <span className="sv-part">{mayReplace ? strings.replaceDraft : textOf(refused, messages, errorText)}</span>
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
}

/** The words for a refused change that is not about the draft. */
function textOf(refused: NonNullable<Queue["refused"]>, { queue, errors }: Messages, errorText: ErrorText): string {
  const code = codeOf(refused);
  if (code === promptStarted) return queue.started;
  // Its sentence is about a message that is sent again; each try of an action has a new key.
  if (code === "IDEMPOTENCY_KEY_REUSED") return queue.failed(refused.action, errors.wentWrong);
  const isOfQueue = refused.isConflict && !otherConflicts.has(code);
  return isOfQueue ? queue.changed : queue.failed(refused.action, errorText(refused.error));
}
