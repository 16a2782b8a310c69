import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { createSessionWindow, windowLimits } from "../../src/session/session-window.js";
import { createReadingFold } from "../../src/timeline/timeline-fold.js";
import { longTurn } from "../pages/long-log.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heap(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Parsed from text, as from the network, so that nothing is shared with what made it. */
function* stream(count: number): Generator<SessionEvent> {
  let sent = 0;
  for (let turn = 1; sent < count; turn += 1) {
    for (const event of longTurn("s", turn, sent + 1)) {
      sent += 1;
      yield JSON.parse(JSON.stringify(event)) as SessionEvent;
    }
  }
}

describe("the window of a session that streams on and on", () => {
  /** A window after `count` events, with its heap in MB at each mark, and the most events that it kept. */
  function passThrough(count: number, marks: readonly number[]) {
    const start = heap();
    const fold = createReadingFold();
    const window = createSessionWindow(fold, windowLimits);
    window.expectPage();
    window.show({ events: [], hasOlder: false }, 0);
    const heaps: number[] = [];
    let most = 0;
    let taken = 0;
    for (const event of stream(count)) {
      window.take(event);
      taken += 1;
      if (taken % 10 === 0) {
        window.fold();
        fold.getGroups();
      }
      most = Math.max(most, (fold.getRange()?.last ?? 0) - (fold.getRange()?.first ?? 0));
      if (marks.includes(taken)) heaps.push(heap() - start);
    }
    return { heaps, most, window };
  }

  it("takes after 100,000 events no more than 1.2 times the memory that it takes after 20,000", () => {
    // Node keeps the code that it compiled in a first pass, which is no window's.
    passThrough(100_000, []);
    const { heaps, most, window } = passThrough(100_000, [20_000, 100_000]);
    const [early = 0, late = 0] = heaps;
    console.info(`heap of the window: ${early.toFixed(2)} MB after 20,000 events, ${late.toFixed(2)} MB after 100,000`);
    expect(late).toBeLessThan(early * 1.2);
    expect(most).toBeLessThan(windowLimits.count * 1.1);
    expect(window.facts()).toEqual({ hasOlder: true, hasNewer: false, windowTruncated: true });
  });

  it("is as bounded when one turn never ends", () => {
    const fold = createReadingFold();
    const window = createSessionWindow(fold, { count: 1000, size: 1_000_000 });
    window.expectPage();
    window.show({ events: [], hasOlder: false }, 0);
    let most = 0;
    let sequence = 0;
    for (const event of stream(20_000)) {
      if (event.type.startsWith("turn.") || event.type === "user.message") {
        if (sequence > 3) continue;
      }
      sequence += 1;
      window.take({ ...event, sequence, turnId: "t" });
      if (sequence % 7 === 0) window.fold();
      most = Math.max(most, fold.getSize());
    }
    window.fold();
    expect(most).toBeLessThan(2_100_000);
    expect(fold.getEvents().length).toBeLessThan(1100);
  });
});
