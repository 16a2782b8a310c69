import type { ReactNode } from "react";
import type { ScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import { Icon } from "../icons.js";
import { ListNotice } from "../list-notice.js";

interface TaskNoticesProps {
  readonly error: Error | null | undefined;
  readonly refused: ScheduledTasks["refused"] | undefined;
  readonly onRetry: (() => void) | undefined;
  readonly onDismiss: (() => void) | undefined;
}

/** Why the list could not be read, and why the last change failed. */
export function TaskNotices({ error, refused, onRetry, onDismiss }: TaskNoticesProps): ReactNode {
  const strings = useScheduleStrings();
  const errorText = useErrorText();
  return (
    <>
      {error && <ListNotice text={strings.loadFailed(errorText(error))} action={strings.retry} onPress={onRetry} />}
      {refused && (
        <ListNotice
          text={strings.actionFailed(refused.action, errorText(refused.error))}
          action={strings.dismiss}
          onPress={onDismiss}
        />
      )}
    </>
  );
}

export function LoadingTasks(): ReactNode {
  return (
    <div className="sv-tasks-loading">
      <p className="sv-visually-hidden">{useScheduleStrings().loading}</p>
      <span className="sv-shape" />
      <span className="sv-shape" />
    </div>
  );
}

export function NoTasks(): ReactNode {
  const strings = useScheduleStrings();
  return (
    <div className="sv-tasks-none">
      <Icon name="clock" />
      <p className="sv-tasks-none-title">{strings.emptyTitle}</p>
      <p className="sv-part">{strings.emptyText}</p>
    </div>
  );
}
