import { useCallback, useId, useState, type ReactNode } from "react";
import type { OwnerChoice, OwnerChoices } from "../../wire/protocol/owner-choice.js";
import type { Schedule, ScheduledTask, TaskInput, TaskPatch } from "../../wire/protocol/schedules.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { FormFrame } from "../form-frame.js";
import { LongTextField, TextField } from "../form-inputs.js";
import { OwnerField } from "../owner-choice.js";
import { useSaving } from "../use-saving.js";
import { NextTimes } from "./next-times.js";
import { ScheduleFields } from "./schedule-fields.js";
import { changesOf, draftOf, inputOf, refusedField, scheduleOf, type TaskDraft, type TaskField } from "./task-draft.js";
import { useReaderZone } from "./use-reader-zone.js";

/** Props of `ScheduledTaskFormView`. */
export interface ScheduledTaskFormViewProps {
  /** The task to edit. @default none, which creates one */
  readonly task?: ScheduledTask | null | undefined;
  /** The owners to choose from for a new task. @default the user */
  readonly owners?: OwnerChoices | undefined;
  /**
   * Saves the task. If it rejects, the form stays open; `details.field` of the error marks a field. `changes` has only
   * what the person changed since the form was opened; of a new task, all.
   */
  readonly onSave: (
    input: Pick<TaskInput, "name" | "schedule" | "agentConfig" | "owner">,
    changes: TaskPatch,
  ) => Promise<ScheduledTask>;
  /** Returns the next runs of a schedule, in ascending order. */
  readonly onPreview: (schedule: Schedule, signal: AbortSignal) => Promise<readonly string[]>;
  /** Called once the task is saved. @default nothing */
  readonly onSaved?: ((task: ScheduledTask) => void) | undefined;
  /** Without it there is no button to cancel. */
  readonly onCancel?: (() => void) | undefined;
}

/** The fields of a scheduled task, with a preview of its next runs. Escape cancels, Ctrl or ⌘ with Enter saves. */
export function ScheduledTaskFormView(props: ScheduledTaskFormViewProps): ReactNode {
  const zone = useReaderZone();
  // A field's first value is the reader's own zone.
  return zone === null ? null : <OpenForm {...props} here={zone} />;
}

function OpenForm(props: ScheduledTaskFormViewProps & { readonly here: string }): ReactNode {
  const { task = null, owners = [], onSave, onSaved, onPreview, onCancel, here } = props;
  const words = useScheduleStrings();
  const strings = words.form;
  const id = useId();
  // Compared with the saved task, which may change elsewhere while the form is open.
  const [opened, setOpened] = useState(task);
  const [draft, setDraft] = useState(() => draftOf(task, here));
  const change = useCallback((patch: Partial<TaskDraft>) => setDraft((before) => ({ ...before, ...patch })), []);
  const [owner, setOwner] = useState<OwnerChoice>("user");
  const hasChoice = task === null && owners.length > 1;
  const saving = useSaving({
    read: () => ({ ...inputOf(draft, opened), ...(hasChoice && { owner }) }),
    onSave: (input: Parameters<typeof onSave>[0]) => onSave(input, changesOf(input, opened)),
    onSaved: (saved) => {
      if (opened !== null) setOpened(saved);
      onSaved?.(saved);
    },
    refusedField,
  });
  const schedule = scheduleOf(draft, opened?.schedule);
  const hasPassed = saving.faults.includes("passed");
  const field = (name: TaskField) => ({
    id: `${id}${name}`,
    fault: saving.faults.includes(name)
      ? strings.faults[name]
      : name === "dateTime" && hasPassed
        ? strings.nextNone
        : null,
  });
  return (
    <FormFrame
      title={task === null ? strings.create : strings.change}
      saving={saving}
      failed={(reason) => strings.failed(reason)}
      unknown={strings.unknown[task === null ? "create" : "change"]}
      save={task === null ? strings.saveNew : strings.save}
      isSavingWord={strings.saving}
      cancel={strings.cancel}
      onCancel={onCancel}
    >
      <TextField
        {...field("name")}
        label={strings.name}
        maxLength={120}
        value={draft.name}
        isFirst
        onChange={(name) => change({ name })}
      />
      <LongTextField
        {...field("prompt")}
        label={strings.prompt}
        help={strings.promptHelp}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
      />
      <ScheduleFields draft={draft} onChange={change} field={field} />
      {hasChoice && (
        <OwnerField id={`${id}owner`} words={words.owner} owners={owners} owner={owner} onChange={setOwner} />
      )}
      <NextTimes schedule={"faults" in schedule || hasPassed ? null : schedule} onPreview={onPreview} />
    </FormFrame>
  );
}
