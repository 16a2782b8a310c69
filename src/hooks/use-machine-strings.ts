import { englishMachines } from "../strings/machine-messages.js";
import { createAreaStrings } from "./area-strings.js";

/** The words of connected machines. */
export const useMachineStrings = createAreaStrings("machines", englishMachines);
