import { englishApiKeys } from "../strings/api-key-messages.js";
import { createAreaStrings } from "./area-strings.js";

/** The words of API keys. */
export const useApiKeyStrings = createAreaStrings("apiKeys", englishApiKeys);
