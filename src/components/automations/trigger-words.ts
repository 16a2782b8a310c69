import type { AutomationCondition, AutomationTrigger } from "../../wire/protocol/automations.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationMessages } from "../../strings/automation-messages.js";
import { plainText, takesAll } from "./trigger-draft.js";

/** Types and conditions of a trigger in the sender's own names; a text that looks like a number is quoted. */
export function rawTriggerWords(trigger: AutomationTrigger, strings: AutomationMessages): readonly string[] {
  const raw = { name: visibleText, value: (value: Plain) => visibleText(plainText(value)) };
  const conditions = trigger.configuration.conditions ?? [];
  return [
    ...(typesOf(trigger)?.map(visibleText) ?? []),
    ...conditions.map((condition) => conditionWords(condition, strings.triggers, raw)),
  ];
}

type Plain = Parameters<typeof plainText>[0];

export interface Wording {
  readonly name: (path: string) => string;
  readonly value: (value: Plain) => string;
}

/** Null for every type. */
export function typesOf({ eventTypes }: AutomationTrigger): readonly string[] | null {
  return takesAll(eventTypes) ? null : eventTypes;
}

/** One condition in words. */
export function conditionWords(
  condition: AutomationCondition,
  triggers: AutomationMessages["triggers"],
  { name, value }: Wording,
): string {
  const path = name(condition.path);
  if ("exists" in condition) return condition.exists ? triggers.present(path) : triggers.missing(path);
  if ("in" in condition) return triggers.isOneOf(path, condition.in.map(value));
  return triggers.is(path, value(condition.equals));
}
