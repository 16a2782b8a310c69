import { memo, type ReactNode, type RefObject } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { ScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { ConfirmQuestion } from "../confirm-question.js";
import type { MenuAction } from "../menu.js";
import { RecordHead, RecordMenu } from "../record-menu.js";
import { SessionLink } from "../session-link.js";
import { useAsking } from "../use-asking.js";
import { isSameZone, scheduleWords } from "./schedule-words.js";
import { RecordHeading } from "../record-heading.js";

type Task = ScheduledTasks["tasks"][number];

interface ScheduledTaskRowProps {
  readonly task: Task;
  /** The minute it is (ms since 1970); null while the reader's clock is unknown: no dates then. */
  readonly now: number | null;
  readonly zone: string | null;
  readonly pending: string | null;
  readonly form: ReactNode;
  readonly readOnly: boolean;
  readonly hrefOf: ((sessionId: string) => string) | undefined;
  readonly onOpen: ((sessionId: string) => void) | undefined;
  readonly onEdit: ((taskId: string) => void) | undefined;
  readonly onPause: ScheduledTasks["pause"] | undefined;
  readonly onResume: ScheduledTasks["resume"] | undefined;
  readonly onTrigger: ((taskId: string) => Promise<unknown>) | undefined;
  readonly onRemove: ScheduledTasks["remove"] | undefined;
}

/** One scheduled task of a list. */
export const ScheduledTaskRow = memo(function ScheduledTaskRow(props: ScheduledTaskRowProps): ReactNode {
  const { task, now, zone, pending, form, readOnly } = props;
  const { isAsking, ask, leave, button } = useAsking();
  const strings = useScheduleStrings();
  if (form !== null && form !== false) return <li className="sv-record sv-task">{form}</li>;
  const isPaused = task.status === "paused";
  return (
    <li
      className="sv-record sv-task"
      data-task={task.id}
      data-status={task.status}
      data-run={task.lastRun?.status}
      data-pending={pending ?? undefined}
      aria-busy={pending !== null || undefined}
    >
      <RecordHead menu={!isAsking && !readOnly && <TaskMenu {...props} onAsk={ask} button={button} />}>
        <RecordHeading dir="auto">{visibleText(task.name)}</RecordHeading>
        {task.endUser === null && <span className="sv-record-badge">{strings.shared}</span>}
        {isPaused && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.paused}
          </span>
        )}
      </RecordHead>
      <TaskFacts {...{ task, now, zone }} hrefOf={props.hrefOf} onOpen={props.onOpen} />
      {isAsking && props.onRemove ? (
        <ConfirmQuestion
          question={strings.removeQuestion(visibleText(task.name))}
          confirm={strings.removeConfirm}
          keep={strings.keep}
          onConfirm={() => void props.onRemove?.(task.id).catch(() => undefined)}
          onLeave={leave}
        />
      ) : (
        !readOnly && <RunNow {...props} />
      )}
    </li>
  );
});

type FactsProps = Pick<ScheduledTaskRowProps, "task" | "now" | "zone" | "hrefOf" | "onOpen">;

function TaskFacts({ task, now, zone, hrefOf, onOpen }: FactsProps): ReactNode {
  const strings = useScheduleStrings();
  const { locale } = useLocale();
  const { lastRun } = task;
  const sessionId = lastRun?.sessionId ?? null;
  return (
    <div className="sv-task-facts">
      {now !== null && <TaskTimes {...{ task, now, zone }} />}
      <p className="sv-task-last">
        {now !== null && (
          <span className="sv-part">
            {lastRun === null
              ? strings.neverRan
              : strings.lastRun(lastRun.status, strings.when(new Date(lastRun.scheduledAt), new Date(now), locale))}
          </span>
        )}
        {sessionId !== null && (
          <SessionLink label={strings.openRun(task.name)} text={strings.open} {...{ sessionId, hrefOf, onOpen }} />
        )}
      </p>
    </div>
  );
}

interface TimesProps extends Pick<ScheduledTaskRowProps, "task" | "zone"> {
  readonly now: number;
}

/** When it runs, and when it runs next where that is another time. */
function TaskTimes({ task, now, zone }: TimesProps): ReactNode {
  const strings = useScheduleStrings();
  const { locale } = useLocale();
  const { schedule, nextRunAt } = task;
  // Beside a time in another zone, the reader's own is marked as such.
  const isYourTime = "timeZone" in schedule && !isSameZone(schedule.timeZone, zone);
  const when = (at: string) => strings.when(new Date(at), new Date(now), locale);
  const next = nextRunAt === null ? null : when(nextRunAt);
  const isSaid = schedule.type === "once" && next === when(schedule.runAt);
  return (
    <>
      <p className="sv-part">{scheduleWords(schedule, strings, locale, now, zone)}</p>
      {schedule.type !== "manual" && task.status !== "paused" && !isSaid && (
        <p className="sv-part">{next === null ? strings.noNext : strings.next(next, isYourTime)}</p>
      )}
    </>
  );
}

interface MenuProps extends ScheduledTaskRowProps {
  readonly onAsk: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
}

function TaskMenu({ task, pending, onEdit, onPause, onResume, onRemove, onAsk, button }: MenuProps): ReactNode {
  const strings = useScheduleStrings();
  // The list shows failures.
  const action = (label: string, icon: MenuAction["icon"], run: ScheduledTasks["pause"] | undefined) =>
    run && { label, icon, onPress: () => void run(task.id).catch(() => undefined) };
  const isPlanned = task.schedule.type !== "manual";
  return (
    <RecordMenu
      button={button}
      label={strings.actionsOf(visibleText(task.name))}
      title={strings.actions}
      actions={[
        onEdit && { label: strings.edit, icon: "edit", onPress: () => onEdit(task.id) },
        task.status === "paused"
          ? action(strings.resume, "play", onResume)
          : isPlanned && action(strings.pause, "pause", onPause),
        onRemove && { label: strings.remove, icon: "trash", tone: "danger", onPress: onAsk },
      ]}
      isBusy={pending !== null}
    />
  );
}

function RunNow({ task, pending, onTrigger }: ScheduledTaskRowProps): ReactNode {
  const strings = useScheduleStrings();
  if (!onTrigger) return null;
  return (
    <p className="sv-record-buttons">
      <button
        type="button"
        className="sv-button"
        aria-label={`${strings.runNow}: ${visibleText(task.name)}`}
        aria-disabled={pending !== null || undefined}
        // The list shows failures.
        onClick={pending === null ? () => void onTrigger(task.id).catch(() => undefined) : undefined}
      >
        {strings.runNow}
      </button>
    </p>
  );
}
