import { englishAutomations } from "../strings/automation-messages.js";
import { createAreaStrings } from "./area-strings.js";

/** The words of automations. */
export const useAutomationStrings = createAreaStrings("automations", englishAutomations);
