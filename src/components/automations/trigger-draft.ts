/** Contents of a trigger's form, and the trigger it represents. */
import type {
  AutomationCondition,
  AutomationTrigger,
  AutomationTriggerInput,
} from "../../wire/protocol/automations.js";

export type Comparison = "is" | "in" | "present" | "missing";
export type TriggerField = "name" | "types" | "conditions" | "prompt" | "fields";
type Plain = string | number | boolean | null;

export interface ConditionDraft {
  /** Identifies the row. */
  readonly key: number;
  readonly path: string;
  readonly comparison: Comparison;
  readonly value: string;
}

/** The value of every control. */
export interface TriggerDraft {
  readonly name: string;
  readonly types: string;
  readonly conditions: readonly ConditionDraft[];
  readonly prompt: string;
  readonly fields: string;
}

export type TriggerFields = Pick<AutomationTriggerInput, "name" | "eventTypes" | "configuration" | "sessionTemplate">;

export function draftOf(trigger: AutomationTrigger | null): TriggerDraft {
  if (trigger === null) return { name: "", types: "", conditions: [], prompt: "", fields: "" };
  const { name, eventTypes, configuration, sessionTemplate } = trigger;
  return {
    name,
    types: takesAll(eventTypes) ? "" : eventTypes.join(", "),
    conditions: (configuration.conditions ?? []).map((condition, key) => ({ key, ...conditionDraft(condition) })),
    prompt: sessionTemplate.prompt,
    fields: (configuration.fields ?? []).join(", "),
  };
}

/** The trigger, or the invalid fields in the form's order. */
export function triggerOf(draft: TriggerDraft): TriggerFields | { readonly faults: readonly TriggerField[] } {
  const name = draft.name.trim();
  const types = words(draft.types);
  const conditions = draft.conditions.map(conditionOf);
  const paths = words(draft.fields);
  const isWrong: Readonly<Record<TriggerField, boolean>> = {
    name: name === "" || name.length > 120,
    types: types.length > 50 || types.some((type) => type.length > 200 || (type !== "*" && type.includes("*"))),
    conditions: conditions.includes(null) || conditions.length > 20,
    prompt: draft.prompt.trim() === "",
    fields: paths.length > 50 || !paths.every(isPath),
  };
  const faults = (["name", "types", "conditions", "prompt", "fields"] as const).filter((field) => isWrong[field]);
  if (faults.length > 0) return { faults };
  return {
    name,
    eventTypes: types.length === 0 ? ["*"] : types,
    configuration: { conditions: conditions.filter((condition) => condition !== null), fields: paths },
    sessionTemplate: { prompt: draft.prompt },
  };
}

/** The field of the form that a refusal of the service names; null when it names none. */
export function refusedTriggerField(error: unknown): TriggerField | null {
  const { details } = (error ?? {}) as { readonly details?: { readonly field?: unknown } };
  const field = typeof details?.field === "string" ? details.field : "";
  const [, found = null] = places.find(([place]) => field.startsWith(place)) ?? [];
  return found;
}

const places: readonly (readonly [string, TriggerField])[] = [
  ["name", "name"],
  ["eventTypes", "types"],
  ["configuration.conditions", "conditions"],
  ["configuration.fields", "fields"],
  ["sessionTemplate.prompt", "prompt"],
];

export const takesAll = (eventTypes: readonly string[]): boolean => eventTypes.includes("*");

function conditionDraft(condition: AutomationCondition): Omit<ConditionDraft, "key"> {
  const { path } = condition;
  if ("exists" in condition) return { path, comparison: condition.exists ? "present" : "missing", value: "" };
  if ("in" in condition) return { path, comparison: "in", value: condition.in.map(plainText).join(", ") };
  return { path, comparison: "is", value: plainText(condition.equals) };
}

function conditionOf({ path: typed, comparison, value }: ConditionDraft): AutomationCondition | null {
  const path = typed.trim();
  if (!isPath(path)) return null;
  switch (comparison) {
    case "present":
    case "missing":
      return { path, exists: comparison === "present" };
    case "in": {
      // A comma in quotes is a part of its value.
      const values = value.match(/\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)|[^,]+/g)?.map((one) => one.trim()) ?? [];
      const given = values.filter((one) => one !== "");
      return given.length === 0 ? null : { path, in: given.map(plainOf) };
    }
    case "is":
      return value.trim() === "" ? null : { path, equals: plainOf(value.trim()) };
    default:
      return comparison satisfies never;
  }
}

const isPath = (path: string) => path.length <= 200 && /^[^.]+(?:\.[^.]+){0,15}$/.test(path);

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== "");

/** Parses numbers, true, false, null and quoted strings as JSON; everything else is text. */
function plainOf(text: string): Plain {
  if (!/^(?:-?\d|["]|true$|false$|null$)/.test(text)) return text;
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return text;
  }
}

/** The typed form of a value. Text that would parse as another type is quoted. */
export function plainText(value: Plain): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain = plainOf(value) === value && value.trim() === value && !/[",]/.test(value) && value !== "";
  return isPlain ? value : JSON.stringify(value);
}
