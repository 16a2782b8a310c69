/** Keeps a silent stream open: do heartbeats arrive, and does an intermediary cut it. */
import { within } from "../../foundation/within.js";
import { reach, type Reached } from "./check-history.js";
import { isOneAndSame } from "./check-people.js";
import { bufferAdvice } from "./check-stream.js";
import type { Examination } from "./examination.js";
import { fault, ok, unknown, type Finding } from "./finding.js";
import type { Listening } from "./listen.js";
import { inSeconds } from "./site.js";

/** An hour, but for a clock that is put right meanwhile, and for the request before the stream, which limits count too (ms). */
const anHour = 3_600_000 - 10_000;

/** @param first the person whose stream it is. */
export async function checkSilence(
  exam: Examination,
  listening: Listening,
  first: Reached,
): Promise<readonly Finding[]> {
  const { progress, waitMs, limits } = exam.settings;
  progress(`Holding a silent stream for ${inSeconds(waitMs)} …`);
  const held = await hold(listening, exam.settings);
  const heartbeats = heartbeatsOf(held, limits.silenceMs);
  const { cutAfterMs } = held;
  const timeOut = cutAfterMs === undefined ? heldOf(held) : await cutOf(exam, cutAfterMs, first);
  return heartbeats ? [heartbeats, timeOut] : [timeOut];
}

interface Held {
  readonly heldMs: number;
  /** How long after it was opened the stream was cut; undefined when it was not. */
  readonly cutAfterMs: number | undefined;
  readonly heartbeats: number;
  readonly longestSilenceMs: number;
}

async function hold(
  listening: Listening,
  { clock, waitMs }: Pick<Examination["settings"], "clock" | "waitMs">,
): Promise<Held> {
  const began = clock.now();
  let [last, longest, heartbeats] = [began, 0, 0];
  const measure = () => {
    longest = Math.max(longest, clock.now() - last);
    last = clock.now();
  };
  listening.onPiece(() => {
    measure();
    heartbeats += 1;
  });
  const cutAfterMs = await within(listening.ended, waitMs, clock);
  measure();
  return { heldMs: clock.now() - began, cutAfterMs, heartbeats, longestSilenceMs: longest };
}

/** Null where the stream was cut before a heartbeat was missed. */
function heartbeatsOf({ heartbeats, longestSilenceMs, heldMs, cutAfterMs }: Held, silenceMs: number): Finding | null {
  const silence = inSeconds(longestSilenceMs);
  if (longestSilenceMs >= silenceMs) {
    return fault(
      "heartbeats",
      `A silent stream brought no byte for ${silence}; pages give one up after ${inSeconds(silenceMs)}.`,
      `Either something holds the heartbeats back, or the handler's \`heartbeatMs\` is too long (its own is 15,000). ${bufferAdvice}`,
    );
  }
  if (heartbeats > 0) return ok("heartbeats", `A silent stream brings heartbeats; the longest silence was ${silence}.`);
  if (cutAfterMs !== undefined) return null;
  return unknown(
    "heartbeats",
    `No heartbeat came in ${inSeconds(heldMs)}.`,
    `They come each 15 s unless the host sets another time. Wait longer: --wait ${Math.ceil(silenceMs / 1000) + 15}.`,
  );
}

const heldForAnHour = ok("time-out", "A silent stream was held for an hour.");

/** Something on the way cut it, or the host itself, which asks each minute whether its person may read on. */
async function cutOf(exam: Examination, cutAfterMs: number, first: Reached): Promise<Finding> {
  if (cutAfterMs >= anHour) return heldForAnHour;
  const after = inSeconds(cutAfterMs);
  const now = await reach(exam, "first");
  const isSignedOut = !now.reached && now.finding.check === "sign-in";
  if (isSignedOut || (now.reached && !isOneAndSame(now.reached, first))) {
    const why = isSignedOut ? now.finding.message : "The headers given are somebody else's by then.";
    const message = `The host ended a stream after ${after}, as its person was gone. ${why}`;
    return unknown("time-out", message, "Give headers that are good for as long as --wait.");
  }
  return fault(
    "time-out",
    `A stream was cut ${after} after it was opened.`,
    "Let each proxy before the host, and the platform, hold it for an hour or more: nginx proxy_read_timeout 1h. node_modules/@service/sdk/docs/deploy.md has the others.",
  );
}

function heldOf({ heldMs }: Held): Finding {
  if (heldMs >= anHour) return heldForAnHour;
  const message = `A silent stream was held ${inSeconds(heldMs)}, an hour not proven.`;
  return unknown("time-out", message, "--wait 3600 proves it.");
}
