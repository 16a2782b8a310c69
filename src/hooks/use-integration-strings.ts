import { englishIntegrations, type IntegrationMessages } from "../strings/integration-messages.js";
import { useOptionalServiceContext } from "./service-context.js";

const merged = new WeakMap<object, IntegrationMessages>();

/** The words of integrations, with those of the provider's `strings.integrations` over them. */
export function useIntegrationStrings(): IntegrationMessages {
  const own = useOptionalServiceContext()?.messages?.integrations;
  if (!own) return englishIntegrations;
  const known = merged.get(own) ?? { ...englishIntegrations, ...own };
  merged.set(own, known);
  return known;
}
