import type { AutomationCondition, AutomationTrigger } from "../../wire/protocol/automations.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationMessages } from "../../strings/automation-messages.js";
import { plainName } from "./plain-name.js";
import { plainText, takesAll } from "./trigger-draft.js";

/** Which events a trigger takes: their types, then all conditions. */
export function triggerWords(trigger: AutomationTrigger, strings: AutomationMessages): readonly string[] {
  const conditions = conditionWords(trigger, strings, {
    name: plainName,
    value: (value) => visibleText(String(value)),
  });
  const { triggers } = strings;
  const takes = triggers.takes(typesOf(trigger)?.map(plainName) ?? null);
  return conditions.length === 0 ? [takes] : [takes, triggers.onlyIf(conditions)];
}

/** The same in the sender's own names, each type and each condition by itself; a text that looks like a number is quoted. */
export function rawTriggerWords(trigger: AutomationTrigger, strings: AutomationMessages): readonly string[] {
  const raw = { name: visibleText, value: (value: Plain) => visibleText(plainText(value)) };
  return [...(typesOf(trigger)?.map(visibleText) ?? []), ...conditionWords(trigger, strings, raw)];
}

type Plain = Parameters<typeof plainText>[0];

interface Wording {
  readonly name: (path: string) => string;
  readonly value: (value: Plain) => string;
}

/** Null for every type. */
function typesOf({ eventTypes }: AutomationTrigger): readonly string[] | null {
  return takesAll(eventTypes) ? null : eventTypes;
}

function conditionWords(
  { configuration }: AutomationTrigger,
  { triggers }: AutomationMessages,
  { name, value }: Wording,
): readonly string[] {
  return (configuration.conditions ?? []).map((condition: AutomationCondition) => {
    const path = name(condition.path);
    if ("exists" in condition) return condition.exists ? triggers.present(path) : triggers.missing(path);
    if ("in" in condition) return triggers.isOneOf(path, condition.in.map(value));
    return triggers.is(path, value(condition.equals));
  });
}
