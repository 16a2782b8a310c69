import { englishApiKeys, type ApiKeyMessages } from "../strings/api-key-messages.js";
import { useOptionalServiceContext } from "./service-context.js";

const merged = new WeakMap<object, ApiKeyMessages>();

/** The words of API keys, with those of the provider's `strings.apiKeys` over them. */
export function useApiKeyStrings(): ApiKeyMessages {
  const own = useOptionalServiceContext()?.messages?.apiKeys;
  if (!own) return englishApiKeys;
  const known = merged.get(own) ?? { ...englishApiKeys, ...own };
  merged.set(own, known);
  return known;
}
