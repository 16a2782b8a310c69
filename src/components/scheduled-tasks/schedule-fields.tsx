import { useState, type ReactNode } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { FormField } from "../form-field.js";
import { dayName } from "./schedule-words.js";
import { weekdays, type IntervalUnit, type ScheduleKind, type TaskDraft, type TaskField } from "./task-draft.js";

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
      <FormField id={`${id}kind`} fault={null} label={strings.kind}>
        {(control) => (
          <select
            {...control}
            value={draft.kind}
            onChange={({ target }) => onChange({ kind: target.value as ScheduleKind })}
          >
            {kinds.map((kind) => (
              <option key={kind} className="sv-part" value={kind}>
                {strings.kinds[kind]}
              </option>
            ))}
          </select>
        )}
      </FormField>
      {draft.kind === "calendar" && <CalendarFields {...props} />}
      {draft.kind === "interval" && <IntervalFields {...props} />}
      {draft.kind === "once" && (
        <div className="sv-form-pair">
          <FormField {...field("dateTime")} label={strings.dateTime}>
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={draft.dateTime}
                onChange={({ target }) => onChange({ dateTime: target.value })}
              />
            )}
          </FormField>
          <ZoneField {...props} />
        </div>
      )}
    </>
  );
}

function CalendarFields({ draft, onChange, field }: ScheduleFieldsProps): ReactNode {
  const strings = useScheduleStrings().form;
  const { locale } = useLocale();
  const { days } = draft;
  const { id, fault } = field("days");
  const toggle = (day: number) =>
    onChange({ days: days.includes(day) ? days.filter((other) => other !== day) : [...days, day] });
  return (
    <>
      <div className="sv-form-pair">
        <FormField {...field("time")} label={strings.time}>
          {(control) => (
            <input
              {...control}
              type="time"
              value={draft.time}
              onChange={({ target }) => onChange({ time: target.value })}
            />
          )}
        </FormField>
        <ZoneField {...{ draft, onChange, field }} />
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
                onChange={() => toggle(day)}
              />
              <span className="sv-part" aria-hidden="true">
                {dayName(day, "short", locale)}
              </span>
            </label>
          ))}
        </div>
        {fault !== null && (
          <p id={`${id}fault`} className="sv-fault">
            {fault}
          </p>
        )}
      </fieldset>
    </>
  );
}

function IntervalFields({ draft, onChange, field }: ScheduleFieldsProps): ReactNode {
  const strings = useScheduleStrings().form;
  const { id } = field("every");
  return (
    <div className="sv-form-pair">
      <FormField {...field("every")} label={strings.every}>
        {(control) => (
          <input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            step={1}
            value={draft.every}
            onChange={({ target }) => onChange({ every: target.value })}
          />
        )}
      </FormField>
      <FormField id={`${id}unit`} fault={null} label={strings.unit}>
        {(control) => (
          <select
            {...control}
            value={draft.unit}
            onChange={({ target }) => onChange({ unit: target.value as IntervalUnit })}
          >
            {units.map((unit) => (
              <option key={unit} className="sv-part" value={unit}>
                {strings.units[unit]}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </div>
  );
}

function ZoneField({ draft, onChange, field }: ScheduleFieldsProps): ReactNode {
  const strings = useScheduleStrings().form;
  const zones = useZones();
  const { id } = field("zone");
  return (
    <FormField {...field("zone")} label={strings.zone}>
      {(control) => (
        <>
          <input
            {...control}
            list={`${id}list`}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={draft.zone}
            onChange={({ target }) => onChange({ zone: target.value })}
          />
          <datalist id={`${id}list`} className="sv-part">
            {zones.map((zone) => (
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a suggestion is its value
              <option key={zone} className="sv-part" value={zone} />
            ))}
          </datalist>
        </>
      )}
    </FormField>
  );
}

/** The browser's time zones; none where it cannot list them. */
function useZones(): readonly string[] {
  const [zones, setZones] = useState<readonly string[]>([]);
  useBrowserLayoutEffect(() => {
    const { supportedValuesOf } = Intl as { supportedValuesOf?: (key: "timeZone") => string[] };
    setZones(supportedValuesOf?.("timeZone") ?? []);
  }, []);
  return zones;
}
