import { forwardRef, type ReactNode } from "react";
import type { ScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import type { OwnerChoice, OwnerChoices } from "../../wire/protocol/owner-choice.js";
import { joinClasses } from "../class-names.js";
import { OwnerFilter } from "../owner-choice.js";
import { LoadMore } from "../load-more.js";
import { Root, type RootProps } from "../root.js";
import { useKeptFocus } from "../use-kept-focus.js";
import { useMinute } from "../use-minute.js";
import { ScheduledTaskRow } from "./scheduled-task-row.js";
import { LoadingTasks, NoTasks, TaskNotices } from "./task-notices.js";
import { useReaderZone } from "./use-reader-zone.js";

/** A list plays no media, so `onPause` is about tasks. */
export type TaskListRootProps = Omit<RootProps, "onPause">;

type Listed = Pick<ScheduledTasks, "tasks"> &
  Partial<Pick<ScheduledTasks, "isLoading" | "hasMore" | "isLoadingMore" | "error" | "pending" | "refused">>;

/** Props of `ScheduledTaskListView`. */
export interface ScheduledTaskListViewProps extends TaskListRootProps, Listed {
  /** Makes the link to the session of a task's last run. */
  readonly hrefOf?: ((sessionId: string) => string) | undefined;
  /** Opens the session of a task's last run. Without this and `hrefOf`, no link is shown. */
  readonly onOpen?: ((sessionId: string) => void) | undefined;
  /** Shows tasks without buttons. @default false */
  readonly readOnly?: boolean | undefined;
  /** Callbacks that are left out are not offered. */
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
  /** Whose tasks may be chosen from, and whose are listed; null for all. @default no choice */
  readonly owners?: OwnerChoices | undefined;
  /** Whose tasks are shown. @default "user" */
  readonly owner?: OwnerChoice | null | undefined;
  /** Chooses whose tasks are shown. @default not offered */
  readonly onOwner?: ((owner: OwnerChoice | null) => void) | undefined;
  /** Reads the list again. */
  readonly onRetry?: (() => void) | undefined;
  /** Dismisses the message about a failed change. */
  readonly onDismiss?: (() => void) | undefined;
  /** A form, above the list or in the place of the task with `editedId`. @default none */
  readonly form?: ReactNode;
  /** The task that is being edited. @default none */
  readonly editedId?: string | null | undefined;
}

/** Scheduled tasks: when each runs, its last run, and its actions. */
export const ScheduledTaskListView = forwardRef<HTMLElement, ScheduledTaskListViewProps>(
  function ScheduledTaskListView(props, ref) {
    const { tasks, isLoading, hasMore, isLoadingMore, error, pending, refused, ...rest } = props;
    const {
      owners = [],
      owner = null,
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
    const section = useKeptFocus(ref);
    const now = useMinute();
    const zone = useReaderZone();
    const isNew = form !== null && form !== false && !tasks.some(({ id }) => id === editedId);
    const isEmpty = [isLoading, error, isNew, tasks.length > 0].every((one) => !one);
    return (
      <Root
        aria-label={strings.label}
        {...dom}
        as="section"
        ref={section}
        className={joinClasses("sv-tasks", className)}
        aria-busy={isLoading || undefined}
      >
        <TaskNotices {...{ error, refused, onRetry, onDismiss }} />
        <div className="sv-list-head">
          {!isNew && <AddButton onAdd={readOnly ? undefined : onAdd} />}
          <OwnerFilter words={strings.owner} owners={owners} owner={owner} onChange={onOwner} />
        </div>
        {isNew && form}
        {isLoading && <LoadingTasks />}
        {isEmpty && <NoTasks />}
        {tasks.length > 0 && (
          <ul className="sv-task-rows">
            {tasks.map((task) => (
              <ScheduledTaskRow
                key={task.id}
                task={task}
                isClocked={now !== null}
                zone={zone}
                pending={pending?.get(task.id) ?? null}
                form={editedId === task.id ? form : null}
                {...{ readOnly, hrefOf, onOpen, onEdit, onPause, onResume, onTrigger, onRemove }}
              />
            ))}
          </ul>
        )}
        <MoreTasks {...{ hasMore, isLoadingMore, onLoadMore }} />
      </Root>
    );
  },
);

function AddButton({ onAdd }: { readonly onAdd: (() => void) | undefined }): ReactNode {
  const { add } = useScheduleStrings();
  if (!onAdd) return null;
  return (
    <button type="button" className="sv-button" data-variant="primary" onClick={onAdd}>
      {add}
    </button>
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
      className="sv-tasks-more"
      label={strings.loadMore}
      loadingLabel={strings.loadingMore}
      isLoading={isLoadingMore}
      onPress={onLoadMore}
    />
  );
}
