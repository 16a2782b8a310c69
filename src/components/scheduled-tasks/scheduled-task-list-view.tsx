import { forwardRef, type ReactNode } from "react";
import type { ScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useErrorText } from "../../hooks/use-strings.js";
import type { OwnerChoice, OwnerChoices } from "../../wire/protocol/owner-choice.js";
import { useSpokenWrites } from "../use-spoken-writes.js";
import { joinClasses } from "../class-names.js";
import { OwnerFilter } from "../owner-choice.js";
import { LoadMore } from "../load-more.js";
import { RecordSection, type RecordListRootProps } from "../record-section.js";
import type { RootProps } from "../root.js";
import { useMinute } from "../use-minute.js";
import { ScheduledTaskRow } from "./scheduled-task-row.js";
import { useReaderZone } from "./use-reader-zone.js";

/** A list plays no media, so `onPause` is about tasks. */
export interface TaskListRootProps extends RootProps<"onPause">, Pick<RecordListRootProps, "headingLevel"> {}

type Listed = Pick<ScheduledTasks, "tasks"> &
  Partial<Pick<ScheduledTasks, "isLoading" | "hasMore" | "isLoadingMore" | "error" | "pending" | "refused">>;

/** Props of `ScheduledTaskListView`. */
export interface ScheduledTaskListViewProps extends TaskListRootProps, Listed {
  /** Returns the URL of the session of a task's last run. */
  readonly hrefOf?: ((sessionId: string) => string) | undefined;
  /** Opens the session of a task's last run. Without this and `hrefOf`, there is no link. */
  readonly onOpen?: ((sessionId: string) => void) | undefined;
  /** Shows tasks without buttons. @default false */
  readonly readOnly?: boolean | undefined;
  /** Actions without a callback are not shown. */
  readonly onAdd?: (() => void) | undefined;
  /** Edits a task. @default not offered */
  readonly onEdit?: ((taskId: string) => void) | undefined;
  /** Pauses a task. @default not offered */
  readonly onPause?: ScheduledTasks["pause"] | undefined;
  /** Resumes a task. @default not offered */
  readonly onResume?: ScheduledTasks["resume"] | undefined;
  /** Runs a task now. @default not offered */
  readonly onTrigger?: ((taskId: string) => Promise<unknown>) | undefined;
  /** Removes a task. @default not offered */
  readonly onRemove?: ScheduledTasks["remove"] | undefined;
  /** Loads the next page. @default not offered */
  readonly onLoadMore?: (() => void) | undefined;
  /** The owners to choose from; null lists the tasks of all. @default no choice */
  readonly owners?: OwnerChoices | undefined;
  /** The owner of the listed tasks. @default "user" */
  readonly owner?: OwnerChoice | null | undefined;
  /** Called when the user chooses an owner. @default not offered */
  readonly onOwner?: ((owner: OwnerChoice | null) => void) | undefined;
  /** Reloads the list. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed change. */
  readonly onDismiss?: (() => void) | undefined;
  /** A form, shown above the list or in place of the task with `editedId`. @default none */
  readonly form?: ReactNode;
  /** The task that is being edited. @default none */
  readonly editedId?: string | null | undefined;
}

/** A list of scheduled tasks, each with its schedule, its last run and its actions. */
export const ScheduledTaskListView = forwardRef<HTMLElement, ScheduledTaskListViewProps>(
  function ScheduledTaskListView(props, ref) {
    const { tasks, isLoading, hasMore, isLoadingMore, error, pending, refused, ...rest } = props;
    const {
      owners,
      owner,
      onOwner,
      form = null,
      editedId = null,
      onAdd,
      onLoadMore,
      onRetry,
      onDismiss,
      ...verbs
    } = rest;
    const {
      hrefOf,
      onOpen,
      readOnly = false,
      onEdit,
      onPause,
      onResume,
      onTrigger,
      onRemove,
      className,
      ...dom
    } = verbs;
    const strings = useScheduleStrings();
    const errorText = useErrorText();
    const nameOf = (target: string) => tasks.find(({ id }) => id === target)?.name ?? null;
    const [spoken] = useSpokenWrites({ pending, refused, done: (action, id) => strings.done(action, nameOf(id)) });
    const now = useMinute();
    const zone = useReaderZone();
    const isNew = form !== null && form !== false && !tasks.some(({ id }) => id === editedId);
    return (
      <RecordSection
        {...dom}
        words={strings}
        icon="clock"
        isLoading={isLoading}
        isEmpty={!isNew && tasks.length === 0}
        hasRecords={tasks.length > 0}
        error={error}
        spoken={spoken}
        // A form shows why it could not be saved.
        refusal={
          refused && !(form && isOfForm(refused.action))
            ? strings.actionFailed(refused.action, errorText(refused.error))
            : null
        }
        onRetry={onRetry}
        onLoadMore={onLoadMore}
        onDismiss={onDismiss}
        head={
          <>
            <Head {...{ tasks, isLoading, error, readOnly, owners, owner, onAdd, onOwner, isNew }} />
            {isNew && form}
          </>
        }
        ref={ref}
        className={joinClasses("sv-tasks", className)}
      >
        {tasks.length > 0 && (
          <ul className="sv-record-rows">
            {tasks.map((task) => (
              <ScheduledTaskRow
                key={task.id}
                task={task}
                now={now}
                zone={zone}
                pending={pending?.get(task.id) ?? null}
                form={editedId === task.id ? form : null}
                {...{ readOnly, hrefOf, onOpen, onEdit, onPause, onResume, onTrigger, onRemove }}
              />
            ))}
          </ul>
        )}
        <MoreTasks {...{ hasMore, isLoadingMore, onLoadMore }} />
      </RecordSection>
    );
  },
);

const isOfForm = (action: string) => action === "create" || action === "update";

type HeadProps = Pick<ScheduledTaskListViewProps, "tasks" | "readOnly" | "owners" | "owner" | "onAdd" | "onOwner"> & {
  readonly isLoading: boolean | undefined;
  readonly error: Error | null | undefined;
  readonly isNew: boolean;
};

function Head(props: HeadProps): ReactNode {
  const { tasks, isLoading, error, readOnly, owners = [], owner = null, onAdd, onOwner, isNew } = props;
  const { add, owner: words } = useScheduleStrings();
  return (
    <div className="sv-list-head">
      {onAdd && !readOnly && !isNew && (
        <button type="button" className="sv-button" data-variant="primary" onClick={onAdd}>
          {add}
        </button>
      )}
      <OwnerFilter
        {...{ words, owners, owner }}
        isEmpty={!isLoading && !error && tasks.length === 0}
        onChange={onOwner}
      />
    </div>
  );
}

interface MoreProps {
  readonly hasMore: boolean | undefined;
  readonly isLoadingMore: boolean | undefined;
  readonly onLoadMore: (() => void) | undefined;
}

function MoreTasks({ hasMore = false, isLoadingMore = false, onLoadMore }: MoreProps): ReactNode {
  const strings = useScheduleStrings();
  if (!hasMore || !onLoadMore) return null;
  return (
    <LoadMore
      className="sv-records-more"
      label={strings.loadMore}
      loadingLabel={strings.loadingMore}
      isLoading={isLoadingMore}
      onPress={onLoadMore}
    />
  );
}
