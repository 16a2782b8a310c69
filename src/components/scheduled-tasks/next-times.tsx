import { useEffect, useState, type ReactNode } from "react";
import type { Schedule } from "../../wire/protocol/schedules.js";
import { useLatest } from "../../hooks/use-latest.js";
import { useScheduleStrings } from "../../hooks/use-schedule-strings.js";
import { useLocale } from "../../hooks/use-strings.js";
import { useMinute } from "../use-minute.js";
import { isSameZone } from "./schedule-words.js";
import { useReaderZone } from "./use-reader-zone.js";

interface NextTimesProps {
  /** Null while a field is invalid. */
  readonly schedule: Schedule | null;
  readonly onPreview: (schedule: Schedule, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Debounce of the preview's request (ms). */
const typingPause = 300;

/** The next times of a schedule, in the reader's language and time zone. */
export function NextTimes({ schedule, onPreview }: NextTimesProps): ReactNode {
  const strings = useScheduleStrings();
  const { locale } = useLocale();
  const now = useMinute();
  const key = schedule === null ? "" : JSON.stringify(schedule);
  const known = useTimes(key, onPreview);
  const live = useIsChanged(key) ? "polite" : "off";
  if (schedule === null) return null;
  const times = known?.key === key ? known.times : null;
  const { form } = strings;
  if (schedule.type === "manual") return <p className="sv-help">{form.nextManual}</p>;
  // A failed preview shows no error; saving reports it.
  if (times !== null && "error" in times) return null;
  return (
    <div className="sv-task-next" aria-live={live} aria-busy={times === null || undefined}>
      <NextLabel schedule={schedule} />
      {times === null && <p className="sv-help">{form.nextLoading}</p>}
      {times?.length === 0 && <p className="sv-help">{form.nextNone}</p>}
      {times !== null && times.length > 0 && (
        <ol className="sv-task-times">
          {times.map((time) => (
            <li key={time} className="sv-part">
              <time className="sv-part" dateTime={time}>
                {now !== null && strings.when(new Date(time), new Date(now), locale)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** A schedule in another time zone has the reader's named, in which its times are. */
function NextLabel({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { form } = useScheduleStrings();
  const zone = useReaderZone();
  const isYourTime = "timeZone" in schedule && !isSameZone(schedule.timeZone, zone);
  return <p className="sv-label">{isYourTime ? form.nextYourTime : form.next}</p>;
}

/** Whether the schedule is another one than at first: the times of a form that just opened would drown its first field. */
function useIsChanged(key: string): boolean {
  const [first] = useState(key);
  const [isChanged, setChanged] = useState(false);
  if (!isChanged && key !== first) setChanged(true);
  return isChanged;
}

type Times = readonly string[] | { readonly error: true };

function useTimes(
  key: string,
  onPreview: NextTimesProps["onPreview"],
): { readonly key: string; readonly times: Times } | null {
  const [known, setKnown] = useState<{ readonly key: string; readonly times: Times } | null>(null);
  const preview = useLatest(onPreview);
  useEffect(() => {
    if (key === "") return undefined;
    const schedule = JSON.parse(key) as Schedule;
    if (schedule.type === "manual") return undefined;
    const left = new AbortController();
    const timer = setTimeout(() => {
      preview.current(schedule, left.signal).then(
        (times) => left.signal.aborted || setKnown({ key, times }),
        () => left.signal.aborted || setKnown({ key, times: { error: true } }),
      );
    }, typingPause);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [key, preview]);
  return known;
}
