import type { ReactNode } from "react";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { Fault } from "../fault.js";
import { useIsFormBusy } from "../form-busy.js";
import { ChoiceField, TextField } from "../form-inputs.js";
import { dayName } from "./schedule-words.js";
import { weekdays, type IntervalUnit, type ScheduleKind, type TaskDraft, type TaskField } from "./task-draft.js";
import { ZoneField } from "./zone-field.js";

interface ScheduleFieldsProps {
  readonly draft: TaskDraft;
  readonly onChange: (patch: Partial<TaskDraft>) => void;
  readonly field: (name: TaskField) => { readonly id: string; readonly fault: string | null };
}

const kinds: readonly ScheduleKind[] = ["calendar", "interval", "once", "manual"];
const units: readonly IntervalUnit[] = ["minutes", "hours", "days"];

/** When a task runs: the fields of one kind of schedule. */
export function ScheduleFields(props: ScheduleFieldsProps): ReactNode {
  const { draft, onChange, field } = props;
  const strings = useScheduleStrings().form;
  const { id } = field("every");
  return (
    <>
      <ChoiceField
        id={`${id}kind`}
        label={strings.kind}
        choices={kinds}
        words={strings.kinds}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === "calendar" && <CalendarFields {...props} />}
      {draft.kind === "interval" && <IntervalFields {...props} />}
      {draft.kind === "once" && (
        <div className="sv-form-pair sv-task-when">
          <TextField
            {...field("dateTime")}
            label={strings.dateTime}
            type="datetime-local"
            value={draft.dateTime}
            onChange={(dateTime) => onChange({ dateTime })}
          />
          <ZoneField {...field("zone")} zone={draft.zone} onChange={onChange} />
        </div>
      )}
    </>
  );
}

function CalendarFields({ draft, onChange, field }: ScheduleFieldsProps): ReactNode {
  const strings = useScheduleStrings().form;
  const { locale } = useLocale();
  const isBusy = useIsFormBusy();
  const { days } = draft;
  const { id, fault } = field("days");
  const toggle = (day: number) =>
    onChange({ days: days.includes(day) ? days.filter((other) => other !== day) : [...days, day] });
  return (
    <>
      <div className="sv-form-pair sv-task-when">
        <TextField
          {...field("time")}
          label={strings.time}
          type="time"
          value={draft.time}
          onChange={(time) => onChange({ time })}
        />
        <ZoneField {...field("zone")} zone={draft.zone} onChange={onChange} />
      </div>
      <fieldset className="sv-form-field" aria-describedby={fault === null ? undefined : `${id}fault`}>
        <legend className="sv-label">{strings.days}</legend>
        <div className="sv-task-days">
          {weekdays.map((day) => (
            <label key={day} className="sv-task-day">
              <input
                type="checkbox"
                className="sv-part"
                checked={days.includes(day)}
                aria-label={dayName(day, "long", locale)}
                aria-invalid={fault !== null || undefined}
                aria-disabled={isBusy || undefined}
                onChange={() => toggle(day)}
              />
              <span className="sv-part" aria-hidden="true">
                {dayName(day, "short", locale)}
              </span>
            </label>
          ))}
        </div>
        {fault !== null && <Fault id={`${id}fault`}>{fault}</Fault>}
      </fieldset>
    </>
  );
}

function IntervalFields({ draft, onChange, field }: ScheduleFieldsProps): ReactNode {
  const strings = useScheduleStrings().form;
  const { id } = field("every");
  return (
    <div className="sv-form-pair">
      <TextField
        {...field("every")}
        label={strings.every}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        value={draft.every}
        onChange={(every) => onChange({ every })}
      />
      <ChoiceField
        id={`${id}unit`}
        label={strings.unit}
        choices={units}
        words={strings.units}
        value={draft.unit}
        onChange={(unit) => onChange({ unit })}
      />
    </div>
  );
}
