import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lastSequenceOf, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { cleanCuts } from "../../src/timeline/clean-cuts.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { createWindows, placeOf, type Windows } from "./windowed-session.js";
import { runs } from "../support/runs.js";

const turn = fc.record({
  deltas: fc.integer({ min: 1, max: 12 }),
  tools: fc.integer({ min: 0, max: 4 }),
  /** Whether the next message is sent while this turn runs. */
  isOvertaken: fc.boolean(),
  end: fc.constantFrom("complete", "complete", "fail", "cancel"),
  around: fc.constantFrom(null, null, "goal", "title", "compaction"),
});

/** A long log of short turns, some sent while the one before them ran. */
const longLog = fc.array(turn, { minLength: 15, maxLength: 40 }).map((turns) => {
  const log = eventLog({ step: 40 });
  const script = scriptTurns(log);
  let waiting: string | null = null;
  for (const [index, { deltas, tools, isOvertaken, end, around }] of turns.entries()) {
    const turnId: string = waiting ?? (index === 0 ? script.create("p0") : script.send(`p${index}`));
    waiting = null;
    script.start(turnId);
    for (let call = 0; call < tools; call += 1) {
      script.toolOutput(turnId, script.callTool(turnId, "search", { call }), `found ${call}`);
    }
    if (isOvertaken && index < turns.length - 1) waiting = script.send(`p${index + 1}`);
    if (around === "goal") log.add("goal.set", { goalId: "g", text: "goal", actor: "api" });
    if (around === "compaction") log.add("session.context.compacted", { trigger: "auto" }, { turnId });
    script.say(turnId, ...Array.from({ length: deltas }, (_, piece) => `${index}.${piece} `));
    if (end === "fail") script.fail(turnId, "broken");
    else if (end === "cancel") script.cancel(turnId);
    else script.complete(turnId);
    if (around === "title") log.add("session.title_set", { title: `title ${index}` });
  }
  script.status("idle");
  return log.events;
});

const move = fc.oneof(
  { weight: 5, arbitrary: fc.constant("older" as const) },
  { weight: 4, arbitrary: fc.constant("newer" as const) },
  { weight: 1, arbitrary: fc.constant("latest" as const) },
  { weight: 1, arbitrary: fc.constant("say" as const) },
  { weight: 1, arbitrary: fc.constant("break" as const) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
);

let windows: Windows;
beforeAll(async () => {
  windows = await createWindows();
});
afterAll(() => windows.close());

describe("a window that is moved at random", () => {
  it("shows the same part of the whole timeline wherever it is, groups included, each event once", async () => {
    const count = { logs: 0, moves: 0, inHistory: 0, truncated: 0, atAnEdge: 0, unclean: 0 };
    await fc.assert(
      fc.asyncProperty(longLog, fc.array(move, { minLength: 6, maxLength: 20 }), async (log, moves) => {
        const w = await windows.open(log, { window: { page: 60, events: 240 } });
        count.logs += 1;
        for (const [index, step] of moves.entries()) {
          count.moves += 1;
          if (step === "older") await w.act(w.controller.loadOlder());
          else if (step === "newer") await w.act(w.controller.loadNewer());
          else if (step === "latest") await w.act(w.controller.jumpToLatest());
          else if (step === "say") {
            const payload = { text: `/say live ${index}` };
            await w.act(windows.client.sendEvent(w.ref, { type: "user.message", payload }));
            await windows.until(() => !w.state().isRunning);
          } else if (step === "break") {
            await w.away(async () => {
              await windows.client.sendEvent(w.ref, { type: "user.message", payload: { text: "/say away" } });
              await windows.clock.advanceAsync(1000);
            });
          } else await w.act(w.controller.showSequence(1 + Math.floor(step * (log.length - 1))));
          const { hasNewer, hasOlder, windowTruncated, error } = w.state();
          expect(error).toBeNull();
          const stored = await w.stored();
          isContiguous(w.controller.getEvents());
          if (hasNewer) count.inHistory += 1;
          if (windowTruncated) count.truncated += 1;
          if (!hasNewer || !hasOlder) count.atAnEdge += 1;
          if (!isCutClean(w.controller.getEvents(), stored)) {
            count.unclean += 1;
            continue;
          }
          const whole = groupTimeline(buildTimeline(stored));
          const at = placeOf(w.shown(), whole);
          expect(hasOlder).toBe(at > 0);
          expect(hasNewer).toBe(at + w.shown().length < whole.length);
        }
        w.controller.dispose();
      }),
      { numRuns: runs(20, 200) },
    );
    console.info(`a window moved at random: ${JSON.stringify(count)}`);
    expect(count.inHistory).toBeGreaterThan(100);
    expect(count.truncated).toBeGreaterThan(50);
    expect(count.unclean).toBeLessThan(count.moves / 10);
  });
});

function isContiguous(events: readonly SessionEvent[]): void {
  const next = events.slice(0, -1).map((event) => lastSequenceOf(event) + 1);
  expect(events.slice(1).map(({ sequence }) => sequence)).toEqual(next);
}

/** A turn longer than a page is shown from its middle, until its beginning is loaded. */
function isCutClean(part: readonly SessionEvent[], whole: readonly SessionEvent[]): boolean {
  const [first, last] = [part[0], part.at(-1)];
  if (!first || !last) return true;
  const cuts = new Set([0, ...cleanCuts(whole), whole.length]);
  return cuts.has(first.sequence - 1) && cuts.has(lastSequenceOf(last));
}
