/** Schemas of a task's fields (`protocol.md` §9.3), used for agents and callers alike. */
import * as v from "valibot";
import { utf8Length } from "../sessions/bound-payload.js";
import { instant } from "../instant.js";
import { isRecord } from "../sessions/is-record.js";
import { isKeptTime } from "../sessions/kept-time.js";
import { instantOf, isTimeZone } from "./next-times.js";

/** The shortest time between two runs (seconds). */
export const minEverySeconds = 60;
const maxEverySeconds = 31_536_000;
const maxPromptBytes = 32_768;
const maxNameLength = 120;

const zoneWords = 'must be a time zone by its name in the IANA database, such as "Europe/Berlin"';
const timeZone = v.pipe(v.string(zoneWords), v.maxLength(64, zoneWords), v.check(isTimeZone, zoneWords));

const maybeInstant = v.nullish(instant, null);

const runAtWords =
  "must be an ISO 8601 time from 1970 to 9999: with Z or an offset, or the wall clock of timeZone without one";
const once = v.pipe(
  v.object({ type: v.literal("once"), runAt: v.pipe(v.string(runAtWords), v.maxLength(64, runAtWords)), timeZone }),
  v.forward(
    v.partialCheck(
      [["runAt"], ["timeZone"]],
      (at) => !isTimeZone(at.timeZone) || isInstant(at.runAt, at.timeZone),
      runAtWords,
    ),
    ["runAt"],
  ),
);

export const whole = (least: number, most: number) => {
  const words = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(words), v.integer(words), v.minValue(least, words), v.maxValue(most, words));
};

const interval = v.object({
  type: v.literal("interval"),
  everySeconds: whole(minEverySeconds, maxEverySeconds),
  startAt: maybeInstant,
  endAt: maybeInstant,
});

const dayWords = "must be a list of days: 0 is Sunday, 6 Saturday, each at most once, or left out for every day";
const calendar = v.object({
  type: v.literal("calendar"),
  timeZone,
  hour: whole(0, 23),
  minute: whole(0, 59),
  daysOfWeek: v.nullish(
    v.pipe(
      v.array(whole(0, 6), dayWords),
      v.minLength(1, dayWords),
      v.check((days) => new Set(days).size === days.length, dayWords),
    ),
    null,
  ),
});

export const scheduleInput = v.variant("type", [v.object({ type: v.literal("manual") }), once, interval, calendar]);

const nameWords = `must be a text of 1 to ${maxNameLength} characters`;
const name = v.pipe(v.string(nameWords), v.trim(), v.minLength(1, nameWords), v.maxLength(maxNameLength, nameWords));

const promptWords = `must be a text of at most ${maxPromptBytes} bytes in UTF-8 that is not blank`;
const prompt = v.pipe(
  v.string(promptWords),
  v.check((text) => text.trim() !== "" && utf8Length(text) <= maxPromptBytes, promptWords),
);

const choice = v.nullish(v.pipe(v.string(), v.maxLength(200)), null);
const metadataWords = "must be an object of at most 8192 bytes";
/** Null is read as missing (`protocol.md` §0). */
const maybe = <T>(schema: v.GenericSchema<unknown, T>) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );

const agentConfig = v.object({
  prompt,
  model: choice,
  reasoningEffort: choice,
  instructions: maybe(v.pipe(v.string(), v.maxLength(65_536))),
  metadata: maybe(
    v.pipe(
      v.custom<Readonly<Record<string, unknown>>>(isRecord, metadataWords),
      v.check((value) => utf8Length(JSON.stringify(value)) <= 8_192, metadataWords),
    ),
  ),
});

const runMode = v.picklist(["new_session_per_run", "reusable_session", "existing_session"]);
const overlapPolicy = v.picklist(["allow_concurrent", "skip", "buffer_one"]);
const sessionId = v.pipe(v.string(), v.uuid("must be the id of a session, which is a UUID"));

export const taskFields = {
  name,
  schedule: scheduleInput,
  agentConfig,
  runMode: v.nullish(runMode, "new_session_per_run"),
  targetSessionId: v.nullish(sessionId, null),
  overlapPolicy: v.nullish(overlapPolicy, "skip"),
};

export const taskPatch = v.object({
  name: maybe(name),
  schedule: maybe(scheduleInput),
  agentConfig: maybe(agentConfig),
  runMode: maybe(runMode),
  targetSessionId: maybe(sessionId),
  overlapPolicy: maybe(overlapPolicy),
});

function isInstant(text: string, zone: string): boolean {
  try {
    return isKeptTime(instantOf(text, zone).epochMilliseconds);
  } catch {
    return false;
  }
}
