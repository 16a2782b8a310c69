import { englishIntegrations } from "../strings/integration-messages.js";
import { createAreaStrings } from "./area-strings.js";

/** The words of integrations. */
export const useIntegrationStrings = createAreaStrings("integrations", englishIntegrations);
