/** Contents of a task's form, and the task it represents. */
import { systemClock } from "../../foundation/clock.js";
import type { Schedule, ScheduledTask, TaskInput, TaskPatch } from "../../wire/protocol/schedules.js";

export type ScheduleKind = "calendar" | "interval" | "once" | "manual";
export type IntervalUnit = "minutes" | "hours" | "days";
export type TaskField = "name" | "prompt" | "days" | "time" | "dateTime" | "zone" | "every";
/** A field that is missing or wrong, or a date and time that have passed. */
export type TaskFault = TaskField | "passed";

/** The value of every control; fields of other kinds keep their text. */
export interface TaskDraft {
  readonly name: string;
  readonly prompt: string;
  readonly kind: ScheduleKind;
  readonly time: string;
  readonly days: readonly number[];
  readonly dateTime: string;
  readonly zone: string;
  readonly every: string;
  readonly unit: IntervalUnit;
}

export const weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 0];
const seconds: Readonly<Record<IntervalUnit, number>> = { minutes: 60, hours: 3_600, days: 86_400 };
const two = (value: number) => String(value).padStart(2, "0");

/** @param zone the reader's time zone, for a new task. */
export function draftOf(
  task: Pick<ScheduledTask, "name" | "schedule" | "agentConfig"> | null,
  zone: string,
): TaskDraft {
  const empty: TaskDraft = {
    name: task?.name ?? "",
    prompt: task?.agentConfig.prompt ?? "",
    kind: "calendar",
    time: "09:00",
    days: weekdays,
    dateTime: "",
    zone,
    every: "1",
    unit: "hours",
  };
  const schedule = task?.schedule;
  if (schedule === undefined) return empty;
  switch (schedule.type) {
    case "manual":
      return { ...empty, kind: "manual" };
    case "interval":
      return { ...empty, kind: "interval", ...intervalOf(schedule.everySeconds) };
    case "once":
      return { ...empty, kind: "once", zone: schedule.timeZone, dateTime: wallClock(schedule) };
    case "calendar": {
      const { hour, minute, daysOfWeek, timeZone } = schedule;
      return { ...empty, time: `${two(hour)}:${two(minute)}`, days: daysOfWeek ?? weekdays, zone: timeZone };
    }
    default:
      return empty;
  }
}

type Faults = { readonly faults: readonly TaskFault[] };
type Whole = Pick<TaskInput, "name" | "schedule" | "agentConfig">;

/** The schedule, or the fields that keep it from being one. */
export function scheduleOf(draft: TaskDraft, before?: Schedule): Schedule | Faults {
  switch (draft.kind) {
    case "manual":
      return { type: "manual" };
    case "interval":
      return intervalFrom(draft, before);
    case "once":
      return onceFrom(draft);
    case "calendar":
      return calendarFrom(draft);
    default:
      return draft.kind satisfies never;
  }
}

function intervalFrom({ every, unit }: TaskDraft, before: Schedule | undefined): Schedule | Faults {
  const everySeconds = Number(every) * seconds[unit];
  if (!Number.isInteger(Number(every)) || !(everySeconds >= 60)) return { faults: ["every"] };
  const bounds = before?.type === "interval" ? { startAt: before.startAt, endAt: before.endAt } : {};
  return { type: "interval", everySeconds, ...bounds };
}

function onceFrom({ dateTime, zone }: TaskDraft): Schedule | Faults {
  if (dateTime === "") return { faults: ["dateTime"] };
  if (zone.trim() === "") return { faults: ["zone"] };
  return { type: "once", runAt: dateTime, timeZone: zone.trim() };
}

function calendarFrom({ time, days, zone }: TaskDraft): Schedule | Faults {
  const faults: TaskField[] = [];
  if (!/^\d\d:\d\d/.test(time)) faults.push("time");
  if (days.length === 0) faults.push("days");
  if (zone.trim() === "") faults.push("zone");
  if (faults.length > 0) return { faults };
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return { type: "calendar", timeZone: zone.trim(), hour, minute, daysOfWeek: days.length === 7 ? null : days };
}

const scheduleFields = ["kind", "time", "days", "dateTime", "zone", "every", "unit"] as const;

/** The task's own schedule unless it was changed here: the form cannot write every schedule of the service. */
function scheduleIn(draft: TaskDraft, task: Parameters<typeof inputOf>[1], now: number): Schedule | Faults {
  const before = task && draftOf({ name: "", ...task }, draft.zone);
  const isSame = before && scheduleFields.every((field) => String(draft[field]) === String(before[field]));
  if (isSame) return task.schedule;
  const schedule = scheduleOf(draft, task?.schedule);
  return "faults" in schedule || !hasPassed(schedule, now) ? schedule : { faults: ["passed"] };
}

/**
 * The task, or the fields that keep it from being one, in the form's order.
 *
 * @param now the time (ms since 1970) that a new time must not be before
 */
export function inputOf(
  draft: TaskDraft,
  task: Pick<ScheduledTask, "schedule" | "agentConfig"> | null,
  now: number = systemClock.now(),
): Whole | Faults {
  const schedule = scheduleIn(draft, task, now);
  const name = draft.name.trim();
  const faults: readonly TaskFault[] = [
    ...(name === "" || name.length > 120 ? ["name" as const] : []),
    ...(draft.prompt.trim() === "" ? ["prompt" as const] : []),
    ...("faults" in schedule ? schedule.faults : []),
  ];
  if (faults.length > 0 || "faults" in schedule) return { faults };
  const { model, reasoningEffort } = task?.agentConfig ?? {};
  const choices = { ...(model != null && { model }), ...(reasoningEffort != null && { reasoningEffort }) };
  return { name, schedule, agentConfig: { prompt: draft.prompt, ...choices } };
}

/** The fields of an input that differ from the edited task, so that changes from elsewhere stay; all of a new task. */
export function changesOf(input: Whole, task: Whole | null): TaskPatch {
  const { name, schedule, agentConfig } = input;
  if (task === null) return { name, schedule, agentConfig };
  return {
    ...(name !== task.name && { name }),
    ...(schedule !== task.schedule && { schedule }),
    // The service leaves the rest of it as it is.
    ...(agentConfig.prompt !== task.agentConfig.prompt && { agentConfig: { prompt: agentConfig.prompt } }),
  };
}

const fields: Readonly<Record<string, TaskField>> = {
  name: "name",
  "agentConfig.prompt": "prompt",
  "schedule.timeZone": "zone",
  "schedule.runAt": "dateTime",
  "schedule.daysOfWeek": "days",
  "schedule.hour": "time",
  "schedule.minute": "time",
  "schedule.everySeconds": "every",
};

/** The field of the form that a refusal of the service names; null when it names none. */
export function refusedField(error: unknown): TaskField | null {
  const { details } = (error ?? {}) as { readonly details?: { readonly field?: unknown } };
  return typeof details?.field === "string" ? (fields[details.field] ?? null) : null;
}

function intervalOf(everySeconds: number): Pick<TaskDraft, "every" | "unit"> {
  const unit = (["days", "hours"] as const).find((one) => everySeconds % seconds[one] === 0) ?? "minutes";
  return { every: String(everySeconds / seconds[unit]), unit };
}

/**
 * The time of a once schedule on the wall clock of its zone, in the format of a date field. Empty where the browser does not
 * have this zone, as the service may, or cannot read the time.
 */
function wallClock({ runAt, timeZone }: Schedule & { type: "once" }): string {
  if (!/T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(runAt)) return runAt.slice(0, 16);
  const style = { timeZone, dateStyle: "short", timeStyle: "short" } as const;
  try {
    // Swedish writes dates and times as ISO 8601 does.
    return new Intl.DateTimeFormat("sv-SE", style).format(new Date(runAt)).replace(" ", "T");
  } catch {
    return "";
  }
}

/** Whether a task would run once, at a time that is over. */
function hasPassed(schedule: Schedule, now: number): boolean {
  if (schedule.type !== "once") return false;
  return schedule.runAt.slice(0, 16) <= wallClock({ ...schedule, runAt: new Date(now).toISOString() });
}
