import type { AutomationCondition, AutomationTrigger } from "../../wire/protocol/automations.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { AutomationMessages } from "../../strings/automation-messages.js";
import { plainText, takesAll } from "./trigger-draft.js";

/** Which events a trigger takes, in words: their types, then each condition. */
export function triggerWords(
  { eventTypes, configuration }: AutomationTrigger,
  { triggers }: AutomationMessages,
): readonly string[] {
  const types = takesAll(eventTypes) ? null : eventTypes.map(visibleText);
  return [triggers.takes(types), ...(configuration.conditions ?? []).map((one) => conditionWords(one, triggers))];
}

function conditionWords(condition: AutomationCondition, words: AutomationMessages["triggers"]): string {
  const path = visibleText(condition.path);
  if ("exists" in condition) return condition.exists ? words.present(path) : words.missing(path);
  if ("in" in condition) {
    return words.isOneOf(
      path,
      condition.in.map((value) => visibleText(plainText(value))),
    );
  }
  return words.is(path, visibleText(plainText(condition.equals)));
}
