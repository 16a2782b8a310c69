/** Opens the stream of a conversation: does it begin, and does it arrive unchanged. */
import { listen, type Listening } from "./listen.js";
import { route, type Examination } from "./examination.js";
import { explain } from "./explain.js";
import { fault, ok, warning, type Finding } from "./finding.js";
import { isOpened, type Answer, type Unreached } from "./site.js";

export interface OpenedStream {
  readonly findings: readonly Finding[];
  /** Null when there is none. */
  readonly listening: Listening | null;
}

export async function openStream(exam: Examination): Promise<OpenedStream> {
  const { ask, asked } = route(exam, "stream", { path: "?follow=1" });
  const opened = await exam.site.open(ask);
  if (!isOpened(opened)) {
    const finding = heldBackWhole(opened, asked.what) ?? asHistory(opened, asked.what) ?? explain(opened, asked);
    return { findings: [finding], listening: null };
  }
  return {
    findings: [ok("stream", "A page can follow its conversation."), compressionOf(asked.what, opened.headers)],
    listening: listen(opened, exam.settings.clock),
  };
}

/** The finding of a stream that did not begin in time; null for any other answer. */
export function heldBackWhole(answer: Answer | Unreached, what: string): Finding | null {
  if (answer.status !== 0) return null;
  const { isLate, problem } = answer as Unreached;
  const message = `The stream ${what} ${problem}: something holds it back until there is more of it.`;
  return isLate ? fault("buffering", message, bufferAdvice) : null;
}

function asHistory(answer: Answer | Unreached, what: string): Finding | null {
  if (answer.status !== 200 || (answer as Answer).json === undefined) return null;
  return fault(
    "stream",
    `${what} was answered with the history, and not with a stream.`,
    "Let the request's `accept` header and its query through to the handler, and cache nothing there.",
  );
}

export const bufferAdvice =
  "Switch buffering off for this path in each proxy before the host: nginx proxy_buffering off. node_modules/@service/sdk/docs/deploy.md has whole files.";

export function compressionOf(what: string, headers: Headers): Finding {
  const advice = "Leave text/event-stream out of compression: nginx gzip off, Caddy no `encode` on this path.";
  const packed = headers.get("content-encoding");
  if (packed !== null && packed !== "identity") {
    return fault("compression", `The stream ${what} is compressed (${packed}), which delays its events.`, advice);
  }
  return /\bno-transform\b/i.test(headers.get("cache-control") ?? "")
    ? ok("compression", "Streams are not compressed.")
    : warning(
        "compression",
        `An intermediary removed \`cache-control: no-transform\` from the stream ${what}.`,
        advice,
      );
}
