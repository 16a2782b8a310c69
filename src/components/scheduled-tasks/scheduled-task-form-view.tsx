import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import type { Schedule, ScheduledTask, TaskInput } from "../../protocol/schedules.js";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { isComposing } from "../chat-composer/send-key.js";
import { Root } from "../root.js";
import { FormField } from "./form-field.js";
import { NextTimes } from "./next-times.js";
import { ScheduleFields } from "./schedule-fields.js";
import { draftOf, inputOf, refusedField, scheduleOf, type TaskDraft, type TaskField } from "./task-draft.js";
import { useReaderZone } from "./use-reader-zone.js";

export interface ScheduledTaskFormViewProps {
  /** The task to edit. @default none, which creates one */
  readonly task?: ScheduledTask | null | undefined;
  /** A rejection keeps the form as it is; its `details.field` marks the field. */
  readonly onSave: (input: Pick<TaskInput, "name" | "schedule" | "agentConfig">) => Promise<ScheduledTask>;
  /** The next times of a schedule, ascending. */
  readonly onPreview: (schedule: Schedule, signal: AbortSignal) => Promise<readonly string[]>;
  readonly onSaved?: ((task: ScheduledTask) => void) | undefined;
  /** Without it there is no button to cancel. */
  readonly onCancel?: (() => void) | undefined;
}

/** The fields of a scheduled task, and its next times before it is saved. Escape cancels, Mod+Enter saves. */
export function ScheduledTaskFormView(props: ScheduledTaskFormViewProps): ReactNode {
  const zone = useReaderZone();
  // A field's first value is the reader's own zone.
  return zone === null ? null : <OpenForm {...props} here={zone} />;
}

function OpenForm(props: ScheduledTaskFormViewProps & { readonly here: string }): ReactNode {
  const { task = null, onPreview, onCancel, here } = props;
  const strings = useScheduleStrings().form;
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(task, here));
  const change = (patch: Partial<TaskDraft>) => setDraft((before) => ({ ...before, ...patch }));
  const { form, faults, reason, isSaving, save } = useSaving(props, draft);
  const schedule = scheduleOf(draft, task?.schedule);
  const field = (name: TaskField) => ({
    id: `${id}${name}`,
    fault: faults.includes(name) ? strings.faults[name] : null,
  });
  const press = (event: KeyboardEvent) => {
    // A key that only ends what is being composed is not meant for the form.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape") onCancel?.();
    else if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) save(event);
  };
  return (
    <Root as="div" className="sv-task-form-root">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys beside its buttons */}
      <form
        ref={form}
        className="sv-task-form"
        noValidate
        aria-labelledby={`${id}title`}
        onSubmit={save}
        onKeyDown={press}
      >
        <h3 id={`${id}title`} className="sv-task-form-title">
          {task === null ? strings.create : strings.change}
        </h3>
        <FormField {...field("name")} label={strings.name}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              maxLength={120}
              value={draft.name}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked for the form
              autoFocus
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </FormField>
        <FormField {...field("prompt")} label={strings.prompt} help={strings.promptHelp}>
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={3}
              value={draft.prompt}
              onChange={({ target }) => change({ prompt: target.value })}
            />
          )}
        </FormField>
        <ScheduleFields draft={draft} onChange={change} field={field} />
        <NextTimes schedule={"faults" in schedule ? null : schedule} onPreview={onPreview} />
        {reason !== null && (
          <p className="sv-fault" role="alert">
            {strings.failed(reason)}
          </p>
        )}
        <p className="sv-task-buttons">
          <button type="submit" className="sv-button" data-variant="primary" aria-disabled={isSaving || undefined}>
            {isSaving ? strings.saving : strings.save}
          </button>
          {onCancel && (
            <button type="button" className="sv-button" onClick={onCancel}>
              {strings.cancel}
            </button>
          )}
        </p>
      </form>
    </Root>
  );
}

/** Saves the draft, or marks the fields that keep it from being saved; the first of them gets the focus. */
function useSaving({ task = null, onSave, onSaved }: ScheduledTaskFormViewProps, draft: TaskDraft) {
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<readonly TaskField[]>([]);
  const [reason, setReason] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const refuse = (fields: readonly TaskField[], why: string | null) => {
    setSaving(false);
    setFaults(fields);
    setReason(why);
  };
  // After the draw that marks them.
  useBrowserLayoutEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus(), [faults]);
  const save = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const input = inputOf(draft, task);
    if ("faults" in input) return refuse(input.faults, null);
    setSaving(true);
    setFaults([]);
    setReason(null);
    onSave(input).then(
      (saved) => {
        setSaving(false);
        onSaved?.(saved);
      },
      (error: unknown) => {
        const named = refusedField(error);
        refuse(named === null ? [] : [named], named === null ? (error as Error).message : null);
      },
    );
  };
  return { form, faults, reason, isSaving, save };
}
