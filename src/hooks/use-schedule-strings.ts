import { englishSchedules, type ScheduleMessages } from "../strings/schedule-messages.js";
import { useOptionalServiceContext } from "./service-context.js";

const merged = new WeakMap<object, ScheduleMessages>();

/** The words of scheduled tasks, with those of the provider's `strings.schedules` over them. */
export function useScheduleStrings(): ScheduleMessages {
  const own = useOptionalServiceContext()?.messages?.schedules;
  if (!own) return englishSchedules;
  const known = merged.get(own) ?? { ...englishSchedules, ...own };
  merged.set(own, known);
  return known;
}
