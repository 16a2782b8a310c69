/**
 * Sends the one message and reads two streams: its own response and the followed conversation. Both carry the same
 * turn, so buffering of one of them shows, however fast the agent is.
 */
import { within } from "../../foundation/within.js";
import { bufferAdvice } from "./check-stream.js";
import { route, type Examination } from "./examination.js";
import { reach } from "./check-history.js";
import { explain, shortened } from "./explain.js";
import { fault, ok, unknown, type Finding } from "./finding.js";
import { listen, type Listening, type TurnEnd } from "./listen.js";
import { inSeconds, isOpened, type Answer, type Unreached } from "./site.js";

export interface Turn {
  readonly findings: readonly Finding[];
  /** Whether the message was taken, as far as is known. */
  readonly isTaken: boolean;
}

/** @param following null when no stream could be followed, which is a finding already. */
export async function checkTurn(exam: Examination, following: Listening | null): Promise<Turn> {
  const { site, settings } = exam;
  const { clock, limits, message } = settings;
  settings.progress("Sending one message …");
  const body = { message, clientEventId: settings.newId() };
  const { ask, asked } = route(exam, "send", { method: "POST", body });
  const began = clock.now();
  // A fully buffered response begins only at its end.
  const sent = await site.open(ask, limits.turnMs);
  if (!isOpened(sent)) {
    const saidAt = following?.firstAt() ?? null;
    const isTaken = await wasTaken(exam, sent);
    if (isTaken) await stop(exam);
    const finding = saidAt === null ? explain(sent, asked) : notCome(asked.what, clock.now() - saidAt, sent);
    return { isTaken, findings: [finding] };
  }
  const answer = listen(sent, clock);
  const end = await within(answer.turnEnd, Math.max(0, began + limits.turnMs - clock.now()), clock);
  const took = inSeconds(clock.now() - began);
  answer.leave();
  const isOver = end?.kind === "done" && end.reply.status !== "pending";
  const isAtRest = isOver || (await stop(exam));
  const findings = [ok("key", "The host's key may write."), endFinding({ end, took, isAtRest, what: asked.what })];
  if (following) findings.push(await bufferingOf(exam, { answer, following, end, what: asked.what }));
  return { isTaken: true, findings };
}

/** Whether the message reached the service, as far as can be known: an intermediary may have answered instead. */
async function wasTaken(exam: Examination, { status }: Answer | Unreached): Promise<boolean> {
  if (status === 0) return true;
  const { reached } = await reach(exam, "first");
  return reached?.isCreated ?? true;
}

/** Leaves nothing at work behind, nor waiting for a person, where it can. The conversation is the examination's own. */
async function stop(exam: Examination): Promise<boolean> {
  const answer = await exam.site.read(route(exam, "stop", { method: "POST", path: "/stop", body: {} }).ask);
  return answer.status === 200;
}

interface Ended {
  readonly end: TurnEnd | undefined;
  readonly took: string;
  /** Whether the agent is at work no more. */
  readonly isAtRest: boolean;
  readonly what: string;
}

function endFinding({ end, took, isAtRest, what }: Ended): Finding {
  if (end === undefined) {
    const message = `The agent was still at work after ${took}, and ${isAtRest ? "was" : "could not be"} stopped.`;
    return unknown("send", message, "Ask it something shorter: --message.");
  }
  switch (end.kind) {
    case "done":
      return end.reply.status === "pending"
        ? ok("send", `A message was taken, and the agent asked something back after ${took}.`)
        : ok("send", `A message was answered in ${took}.`);
    case "failed":
      return fault(
        "send",
        `The agent failed: ${shortened(`${end.error.code}: ${end.error.message}`)}`,
        "The host's way to the service is fine; look at the service and its model.",
      );
    case "cut":
      return fault(
        "time-out",
        `The answer to ${what} was cut after ${took}.`,
        "Check which intermediary, or which limit of the platform, ends an answer so early.",
      );
  }
}

interface Heard {
  readonly answer: Listening;
  readonly following: Listening;
  readonly end: TurnEnd | undefined;
  readonly what: string;
}

/** How much later (ms) than the followed stream a response may deliver the same words. */
const noticeable = 1_000;

async function bufferingOf({ settings, url }: Examination, { answer, following, end, what }: Heard): Promise<Finding> {
  const { clock, limits } = settings;
  const notKnown = (why: string) =>
    unknown("buffering", `Whether something buffers is not known: ${why}.`, "Mend that first.");
  // Also waits for the end of a stopped turn, so that its frames are not mistaken for heartbeats.
  const told = await within(following.turnEnd, limits.behindMs, clock);
  if (end === undefined || end.kind === "cut") return notKnown("the answer did not come to its end");
  if (told === undefined) {
    return fault(
      "buffering",
      `The stream GET ${url}?follow=1 had not told of an answer ${inSeconds(limits.behindMs)} after it was complete: something holds its pieces back.`,
      bufferAdvice,
    );
  }
  if (told.kind === "cut") return notKnown("the followed stream was cut");
  const late = (answer.firstAt() ?? 0) - (following.firstAt() ?? 0);
  return late > noticeable ? heldBack(what, late) : ok("buffering", "Answers are passed on as they are written.");
}

function heldBack(what: string, ms: number): Finding {
  return fault(
    "buffering",
    `The answer to ${what} came ${inSeconds(ms)} after it was said: something holds it back until it is whole.`,
    bufferAdvice,
  );
}

function notCome(what: string, ms: number, { status }: Answer | Unreached): Finding {
  const instead = status === 0 ? "" : ` (${status})`;
  return fault(
    "buffering",
    `The answer to ${what} did not come, ${inSeconds(ms)} after the agent had begun it${instead}: something holds it back until it is whole.`,
    bufferAdvice,
  );
}
