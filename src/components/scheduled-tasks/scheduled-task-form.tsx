import { useIdentityKey } from "../../hooks/use-identity.js";
import { useScheduledTasks } from "../../hooks/use-scheduled-tasks.js";
import type { ReactNode } from "react";
import { ScheduledTaskFormView, type ScheduledTaskFormViewProps } from "./scheduled-task-form-view.js";

/** Props of `ScheduledTaskForm`. */
export interface ScheduledTaskFormProps extends Pick<ScheduledTaskFormViewProps, "task" | "onSaved" | "onCancel"> {
  /** @default the workspace of the signed-in tenant */
  readonly workspaceId?: string | undefined;
  /** The owner of a new task. `workspace` needs an admin. @default admins choose; otherwise the user */
  readonly owner?: "user" | "workspace" | undefined;
}

/** Creates a scheduled task, or edits the given one. Works anywhere under the provider. */
export function ScheduledTaskForm({ workspaceId, owner, task = null, ...rest }: ScheduledTaskFormProps): ReactNode {
  const { create, update, preview, owners } = useScheduledTasks({ workspaceId, refreshMs: Number.POSITIVE_INFINITY });
  return (
    <ScheduledTaskFormView
      {...rest}
      key={JSON.stringify([useIdentityKey(), task?.id])}
      task={task}
      owners={owner === undefined ? owners : undefined}
      onSave={(input, changes) => (task === null ? create({ owner, ...input }) : update(task.id, changes))}
      onPreview={preview}
    />
  );
}
