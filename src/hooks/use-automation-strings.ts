import { englishAutomations, type AutomationMessages } from "../strings/automation-messages.js";
import { useOptionalServiceContext } from "./service-context.js";

const merged = new WeakMap<object, AutomationMessages>();

/** The words of automations, with those of the provider's `strings.automations` over them. */
export function useAutomationStrings(): AutomationMessages {
  const own = useOptionalServiceContext()?.messages?.automations;
  if (!own) return englishAutomations;
  const known = merged.get(own) ?? { ...englishAutomations, ...own };
  merged.set(own, known);
  return known;
}
