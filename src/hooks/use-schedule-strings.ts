import { englishSchedules } from "../strings/schedule-messages.js";
import { createAreaStrings } from "./area-strings.js";

/** The words of scheduled tasks. */
export const useScheduleStrings = createAreaStrings("schedules", englishSchedules);
