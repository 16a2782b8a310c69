import { describe, expect, it } from "vitest";
import { createChatHandler, type ChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import type { VerifyOptions } from "../../../src/server/doctor/settings.js";
import { verifyChatEndpoint, type Report } from "../../../src/server/doctor/verify-chat-endpoint.js";
import type { Clock } from "../../../src/foundation/clock.js";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { badOf, examine, heartbeatMs, openBackend, serve, unknownOf, wordsOf } from "./support/examine.js";

const hour = 3_600_000;

/** An examination in a world whose time is in our hands. */
function examining(clock: Clock, handler: ChatHandler, options: VerifyOptions): Promise<Report> {
  return verifyChatEndpoint("https://product.example/api/chat", {
    headers: { "x-user": "ana" },
    fetch: inProcessFetch(handler),
    clock,
    ...options,
  });
}

/** Less than any request may take (ms), so that none is given up while it is being answered. */
const longestStep = 5_000;

interface World {
  readonly heartbeatMs?: number;
  readonly silenceMs?: number;
  /** The doctor's own clock, where it is not the host's. */
  readonly clockOf?: (clock: Clock) => Clock;
  /** Middleware in front of the host. */
  readonly before?: (handler: ChatHandler, clock: Clock) => ChatHandler;
}

/** An examination on a manual clock that advances by `ms` once the silent stream is open. */
async function held(ms: number, { heartbeatMs: beat = 15_000, silenceMs = 45_000, clockOf, before }: World = {}) {
  const clock = createManualClock();
  const backend = await createBackend({ clock });
  const chat = backend.chat({ heartbeatMs: beat });
  let holds = () => {};
  const holding = new Promise<void>((resolve) => (holds = resolve));
  const report = examining(clockOf?.(clock) ?? clock, before?.(chat, clock) ?? chat, {
    readOnly: true,
    waitMs: ms,
    limits: { silenceMs },
    onProgress: holds,
  });
  await holding;
  await backend.arrived();
  const step = Math.min(beat, ms, longestStep);
  for (let gone = 0; gone < ms; gone += step) {
    await clock.advanceAsync(step);
    await backend.arrived();
  }
  const done = await report;
  await backend.close();
  return done;
}

/** Ends each stream some time (ms) after it began. */
const cuttingAfter =
  (ms: number): NonNullable<World["before"]> =>
  (handler, clock) =>
  async (request) => {
    const answer = await handler(request);
    if (!answer.headers.get("content-type")?.includes("event-stream")) return answer;
    const cut = new AbortController();
    clock.after(ms, () => cut.abort());
    return new Response(answer.body?.pipeThrough(new TransformStream(), { signal: cut.signal }), answer);
  };

describe("a silent stream", () => {
  const slowly = { heartbeatMs: 200_000, silenceMs: 300_000 };

  it("proves an hour when it is kept open for one", async () => {
    const report = await held(hour, slowly);
    expect(badOf(report)).toEqual([]);
    expect(report.findings).toContainEqual({
      check: "time-out",
      outcome: "ok",
      message: "A silent stream was held for an hour.",
    });
    expect(report.findings).toContainEqual(expect.objectContaining({ check: "heartbeats", outcome: "ok" }));
  });

  it("proves it by a clock that is put right meanwhile, too", async () => {
    const began = createManualClock().now();
    const clockOf = (clock: Clock): Clock => ({ ...clock, now: () => began + (clock.now() - began) * 0.9999 });
    expect(unknownOf(await held(hour, { ...slowly, clockOf }))).not.toContain("time-out: unknown");
  });

  it("proves it when it is cut as the hour is over, counted from the request on", async () => {
    const report = await held(hour, { ...slowly, before: cuttingAfter(hour - 500) });
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["people: unknown", "send: unknown"]]);
  });

  it("that is cut before is a fault, at which no heartbeat is missed", async () => {
    const report = await held(90_000, { before: cuttingAfter(10_000) });
    expect([badOf(report), unknownOf(report)]).toEqual([["time-out: fault"], ["people: unknown", "send: unknown"]]);
    expect(wordsOf(report, "time-out")).toContain("A stream was cut 10 s after it was opened");
  });

  it("is reported as kept open for 90 s", async () => {
    const report = await held(90_000);
    expect(wordsOf(report, "time-out")).toContain("held 90 s, an hour not proven");
  });

  it("without a heartbeat is a fault from the time on at which pages give it up", async () => {
    const report = await held(90_000, { heartbeatMs: 600_000 });
    expect(badOf(report)).toEqual(["heartbeats: fault"]);
    expect(wordsOf(report, "heartbeats")).toContain("no byte for 90 s; pages give one up after 45 s");
  });

  it("without a heartbeat is not judged before that", async () => {
    const report = await held(30_000, { heartbeatMs: 600_000 });
    expect([badOf(report), unknownOf(report)]).toEqual([[], expect.arrayContaining(["heartbeats: unknown"])]);
    expect(wordsOf(report, "heartbeats")).toContain("--wait 60");
  });
});

describe("a stream that the host itself ends, as its person is gone", () => {
  async function leaving(resolve: (isHolding: boolean, request: Request) => ReturnType<typeof resolveHeaders>) {
    const backend = await openBackend();
    let isHolding = false;
    const chat = backend.chat({ heartbeatMs, recheckMs: 50, resolve: (request) => resolve(isHolding, request) });
    return examine(await serve(chat), { readOnly: true, waitMs: 5_000, onProgress: () => (isHolding = true) });
  }

  it("is not blamed on an intermediary: the given headers have expired", async () => {
    const report = await leaving((isHolding, request) =>
      isHolding ? Response.json({}, { status: 401 }) : resolveHeaders(request),
    );
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["send: unknown", "time-out: unknown"]]);
    expect(wordsOf(report, "time-out")).toMatch(
      /The host ended a stream after 0\.\d s.+the headers given sign nobody in/,
    );
    expect(wordsOf(report, "time-out")).toContain("Give headers that are good for as long as --wait");
  });

  it("is not blamed on an intermediary when the headers are another person's by now", async () => {
    const report = await leaving((isHolding, request) =>
      isHolding ? { tenant: "acme", user: "zoe" } : resolveHeaders(request),
    );
    expect([badOf(report), unknownOf(report)]).toEqual([[], ["send: unknown", "time-out: unknown"]]);
    expect(wordsOf(report, "time-out")).toContain("somebody else's by then");
  });
});

describe("a host of several processes", () => {
  /** Follows in one process, and takes messages in another, which the first hears of when it looks the next time. */
  function twoProcesses(backend: Backend): ChatHandler {
    const open = () => createChatHandler(backend.newService(), { resolve: resolveHeaders });
    const [one, other] = [open(), open()];
    return (request) => (request.method === "POST" ? other(request) : one(request));
  }

  it("is not blamed for buffering when the other process reports later", async () => {
    const clock = createManualClock();
    const backend = await createBackend({ clock });
    const done = new AbortController();
    const examined = examining(clock, twoProcesses(backend), { waitMs: 1_000 }).finally(() => done.abort());
    while (!done.signal.aborted) {
      await clock.advanceAsync(250);
      await backend.arrived();
    }
    const report = await examined;
    expect(badOf(report)).toEqual([]);
    expect(report.findings).toContainEqual(expect.objectContaining({ check: "buffering", outcome: "ok" }));
    await backend.close();
  });
});
