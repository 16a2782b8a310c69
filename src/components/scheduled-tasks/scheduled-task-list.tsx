import { forwardRef, useState } from "react";
import { useIdentityKey } from "../../hooks/use-identity.js";
import { useScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import type { OwnerChoice } from "../../wire/protocol/owner-choice.js";
import type { ScheduledTask } from "../../wire/protocol/schedules.js";
import { OpenForm, useOneForm } from "../form-guard.js";
import { withEdited } from "../with-edited.js";
import { ScheduledTaskFormView } from "./scheduled-task-form-view.js";
import {
  ScheduledTaskListView,
  type ScheduledTaskListViewProps,
  type TaskListRootProps,
} from "./scheduled-task-list-view.js";

/** Props of `ScheduledTaskList`. */
export interface ScheduledTaskListProps
  extends TaskListRootProps, Pick<ScheduledTaskListViewProps, "hrefOf" | "onOpen" | "readOnly"> {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** Tasks per page. @default 30 */
  readonly limit?: number | undefined;
}

/**
 * The scheduled tasks of the signed-in user, with a form to create and edit them. Works anywhere under the provider.
 */
export const ScheduledTaskList = forwardRef<HTMLElement, ScheduledTaskListProps>(
  function ScheduledTaskList(props, ref) {
    // Edited text belongs to the person.
    return <OwnTaskList key={`${useIdentityKey()} ${props.workspaceId}`} {...props} ref={ref} />;
  },
);

/** The open form. */
interface Editing {
  /** As it was when the form was opened; null for a new one. */
  readonly task: ScheduledTask | null;
}

const OwnTaskList = forwardRef<HTMLElement, ScheduledTaskListProps>(function OwnTaskList(
  { workspaceId, limit, readOnly = false, ...view },
  ref,
) {
  const [owner, setOwner] = useState<OwnerChoice | null>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const { create, update, preview, refresh, loadMore, clearRefused, refused, ...list } = useScheduledTasks({
    workspaceId,
    owner: owner ?? undefined,
    limit,
  });
  const { pause, resume, trigger, remove, owners, isLoading, hasMore, isLoadingMore, error, pending } = list;
  const { registerForm, replaceForm } = useOneForm();
  const edited = editing?.task ?? null;
  const tasks = withEdited(list.tasks, edited);
  const task = tasks.find(({ id }) => id === edited?.id) ?? null;
  const leave = () => {
    clearRefused();
    setEditing(null);
  };
  const open = (next: ScheduledTask | null) => replaceForm(() => setEditing({ task: next }));
  const form = editing !== null && (
    <ScheduledTaskFormView
      key={task?.id}
      task={task}
      owners={owners}
      onSave={(input, changes) => (task === null ? create(input) : update(task.id, changes))}
      onPreview={preview}
      onSaved={leave}
      onCancel={leave}
    />
  );
  const verbs = readOnly ? {} : { onPause: pause, onResume: resume, onTrigger: trigger, onRemove: remove };
  return (
    <OpenForm.Provider value={registerForm}>
      <ScheduledTaskListView
        {...view}
        {...{ tasks, owners, owner, isLoading, hasMore, isLoadingMore, error, pending, readOnly }}
        {...verbs}
        ref={ref}
        refused={refused}
        form={form}
        editedId={task?.id}
        onAdd={readOnly ? undefined : () => open(null)}
        onEdit={readOnly ? undefined : (id) => open(tasks.find((one) => one.id === id) ?? null)}
        onOwner={setOwner}
        onLoadMore={loadMore}
        onRetry={refresh}
        onDismiss={clearRefused}
      />
    </OpenForm.Provider>
  );
});
