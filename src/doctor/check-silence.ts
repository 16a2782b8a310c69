/** Holds a stream on which nothing is said: whether heartbeats come, and whether something cuts it. */
import { within } from "../foundation/within.js";
import { bufferAdvice } from "./check-stream.js";
import type { Examination } from "./examination.js";
import { fault, ok, unknown, type Finding } from "./finding.js";
import type { Listening } from "./listen.js";
import { inSeconds } from "./site.js";

const hour = 3_600_000;

export async function checkSilence({ settings }: Examination, listening: Listening): Promise<Finding[]> {
  settings.progress(`Holding a silent stream for ${inSeconds(settings.waitMs)} …`);
  const held = await hold(listening, settings);
  return [heartbeatsOf(held, settings.limits.silenceMs), timeOutOf(held)];
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

function heartbeatsOf({ heartbeats, longestSilenceMs, heldMs }: Held, silenceMs: number): Finding {
  const silence = inSeconds(longestSilenceMs);
  if (longestSilenceMs >= silenceMs) {
    return fault(
      "heartbeats",
      `A silent stream brought no byte for ${silence}; pages give one up after ${inSeconds(silenceMs)}.`,
      `Either something holds the heartbeats back, or the handler's \`heartbeatMs\` is too long (its own is 15,000). ${bufferAdvice}`,
    );
  }
  return heartbeats > 0
    ? ok("heartbeats", `A silent stream brings heartbeats; the longest silence was ${silence}.`)
    : unknown(
        "heartbeats",
        `No heartbeat came in ${inSeconds(heldMs)}.`,
        `They come each 15 s unless the host sets another time. Wait longer: --wait ${Math.ceil(silenceMs / 1000) + 15}.`,
      );
}

function timeOutOf({ heldMs, cutAfterMs }: Held): Finding {
  if (cutAfterMs !== undefined) {
    return fault(
      "time-out",
      `A stream was cut ${inSeconds(cutAfterMs)} after it was opened.`,
      "Let each proxy before the host, and the platform, hold it for an hour or more: nginx proxy_read_timeout 1h. docs/deploy.md has the others.",
    );
  }
  if (heldMs >= hour) return ok("time-out", "A silent stream was held for an hour.");
  const message = `A silent stream was held ${inSeconds(heldMs)}, an hour not proven.`;
  return unknown("time-out", message, "--wait 3600 proves it.");
}
