import { memo, type ReactNode, type RefObject } from "react";
import { visibleText } from "../../foundation/visible-text.js";
import type { ScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { ConfirmQuestion } from "../confirm-question.js";
import { SessionLink } from "../session-link.js";
import { useAsking } from "../use-asking.js";
import { scheduleWords } from "./schedule-words.js";
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
      <div className="sv-record-head">
        <RecordHeading dir="auto">{visibleText(task.name)}</RecordHeading>
        {task.endUser === null && <span className="sv-record-badge">{strings.shared}</span>}
        {isPaused && (
          <span className="sv-record-badge" data-tone="warn">
            {strings.paused}
          </span>
        )}
      </div>
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
        !readOnly && <TaskButtons {...props} onAsk={ask} asks={button} />
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
        {now !== null &&
          (lastRun === null
            ? strings.neverRan
            : strings.lastRun(lastRun.status, strings.when(new Date(lastRun.scheduledAt), new Date(now), locale)))}
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

/** When it runs, and when it runs next. */
function TaskTimes({ task, now, zone }: TimesProps): ReactNode {
  const strings = useScheduleStrings();
  const { locale } = useLocale();
  const { schedule, nextRunAt } = task;
  // Beside a time in another zone, the reader's own is named too.
  const here = schedule.type === "calendar" && schedule.timeZone !== zone ? zone : null;
  return (
    <>
      <p className="sv-part">{scheduleWords(schedule, strings, locale, now, zone)}</p>
      {schedule.type !== "manual" && task.status !== "paused" && (
        <p className="sv-part">
          {nextRunAt === null
            ? strings.noNext
            : strings.next(strings.when(new Date(nextRunAt), new Date(now), locale), here)}
        </p>
      )}
    </>
  );
}

interface ButtonsProps {
  readonly onAsk: () => void;
  /** The button that asks. */
  readonly asks: RefObject<HTMLButtonElement | null>;
}

function TaskButtons(props: ScheduledTaskRowProps & ButtonsProps): ReactNode {
  const { task, pending, onEdit, onPause, onResume, onTrigger, onRemove, onAsk, asks } = props;
  const strings = useScheduleStrings();
  const name = visibleText(task.name);
  const button = (label: string, press: (() => unknown) | undefined, ref?: ButtonsProps["asks"]) =>
    press && (
      <button
        type="button"
        ref={ref}
        className="sv-button"
        data-tone={ref === asks ? "danger" : undefined}
        aria-label={`${label}: ${name}`}
        aria-disabled={pending !== null || undefined}
        onClick={pending === null ? () => void press() : undefined}
      >
        {label}
      </button>
    );
  const isPlanned = task.schedule.type !== "manual";
  // The list shows failures.
  const run = (verb: ((taskId: string) => Promise<unknown>) | undefined) =>
    verb && (() => verb(task.id).catch(() => undefined));
  return (
    <p className="sv-record-buttons">
      {button(strings.runNow, run(onTrigger))}
      {task.status === "paused"
        ? button(strings.resume, run(onResume))
        : isPlanned && button(strings.pause, run(onPause))}
      {button(strings.edit, onEdit && (() => onEdit(task.id)))}
      {button(strings.remove, onRemove && onAsk, asks)}
    </p>
  );
}
