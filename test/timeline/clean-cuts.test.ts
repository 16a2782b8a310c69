import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { cleanCuts } from "../../src/timeline/clean-cuts.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { createTimelineFold, type TimelineFold } from "../../src/timeline/timeline-fold.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { session } from "./session-under-test.js";
import { runs } from "../support/runs.js";

const groupsOf = (events: readonly SessionEvent[]) => groupTimeline(buildTimeline(events));
const shown = (fold: TimelineFold) => ({
  items: fold.getItems(),
  groups: [...fold.getGroups().settled, ...fold.getGroups().live],
});
const whole = (events: readonly SessionEvent[]) => ({ items: buildTimeline(events), groups: groupsOf(events) });

describe("a clean cut of a log", () => {
  it("leaves two parts that show together what the whole shows, items and groups, in any valid log", () => {
    const count = { logs: 0, cuts: 0 };
    fc.assert(
      fc.property(arbitraryLog({ minEvents: 40, maxEvents: 400 }), (events) => {
        count.logs += 1;
        const all = groupsOf(events);
        const items = buildTimeline(events);
        for (const cut of cleanCuts(events)) {
          count.cuts += 1;
          const parts = [events.slice(0, cut), events.slice(cut)] as const;
          expect([...groupsOf(parts[0]), ...groupsOf(parts[1])]).toEqual(all);
          expect([...buildTimeline(parts[0]), ...buildTimeline(parts[1])]).toEqual(items);
        }
      }),
      { numRuns: runs(50, 500) },
    );
    console.info(`clean cuts: ${count.cuts} in ${count.logs} logs`);
    expect(count.cuts).toBeGreaterThan(count.logs);
  });

  it("is found in a part of a log as in the whole", () => {
    let cuts = 0;
    fc.assert(
      fc.property(arbitraryLog({ minEvents: 40, maxEvents: 400 }), fc.nat(), (events, at) => {
        const [from, until] = [at % events.length, 1 + (at % events.length)];
        const all = groupsOf(events);
        for (const cut of cleanCuts(events.slice(from))) {
          cuts += 1;
          const tail = groupsOf(events.slice(from + cut));
          expect(tail).toEqual(all.slice(all.length - tail.length));
        }
        for (const cut of cleanCuts(events.slice(0, until))) {
          cuts += 1;
          const head = groupsOf(events.slice(0, cut));
          expect(head).toEqual(all.slice(0, head.length));
        }
      }),
      { numRuns: runs(50, 500) },
    );
    expect(cuts).toBeGreaterThan(50);
  });

  it("is nowhere in a turn, nor between a message that waits and its turn", () => {
    const s = session();
    const first = s.send("one");
    s.start(first);
    const second = s.send("two");
    s.complete(first);
    s.start(second);
    s.complete(second);
    const at = s.log.events.length;
    s.send("three");
    expect(cleanCuts(s.log.events)).toEqual([0, at]);
    expect(cleanCuts(s.log.events.slice(1))).toEqual([at - 1]);
  });
});

describe("a clean cut next to a compaction without a turn", () => {
  it("is nowhere while it runs, and anywhere once it has ended", () => {
    const { log } = session();
    const say = (text: string) => log.add("user.message", { text });
    log.add("session.created");
    say("before");
    log.add("session.context.compaction.requested", { trigger: "operator" });
    log.add("session.context.compaction.started", { trigger: "operator" });
    say("meanwhile");
    log.add("session.context.compacted");
    say("after");
    log.add("session.context.compaction.started", { trigger: "operator" });
    log.add("session.context.compaction.skipped");
    say("later");
    log.add("goal.set");
    expect(cleanCuts(log.events)).toEqual([0, 1, 6, 9]);
    expect(cleanCuts(log.events.slice(3))).toEqual([3, 6]);
    expect(cleanCuts(log.events.slice(6))).toEqual([3]);
    expect(cleanCuts(log.events.slice(0, 4))).toEqual([0, 1]);
  });
});

describe("a fold that forgets its oldest events", () => {
  it("shows what a fold of the rest shows, then and after every later event, in any valid log", () => {
    const logs = runs(40, 400);
    const count = { drops: 0, cheap: 0 };
    fc.assert(
      fc.property(arbitraryLog({ minEvents: 40, maxEvents: 160 }), fc.nat(), (events, at) => {
        const cuts = cleanCuts(events);
        const cut = cuts[at % Math.max(1, cuts.length)] ?? 0;
        const from = Math.min(events.length, cut + (at % 40));
        const fold = createTimelineFold();
        fold.push(events.slice(0, from));
        const before = fold.getGroups();
        const sequence = events[cut]?.sequence ?? 0;
        fold.dropBefore(sequence);
        count.drops += 1;
        if (before.settled.at(-1) !== undefined && fold.getGroups().settled.at(-1) === before.settled.at(-1))
          count.cheap += 1;
        expect(shown(fold)).toEqual(whole(events.slice(cut, from)));
        for (let index = from; index < events.length; index += 1) {
          fold.push(events.slice(index, index + 1));
          expect(shown(fold)).toEqual(whole(events.slice(cut, index + 1)));
        }
      }),
      { numRuns: logs },
    );
    console.info(`dropped: ${count.drops}, with the last group kept: ${count.cheap}`);
    expect(count.drops).toBe(logs);
  });

  it("keeps every group that stays, and the list of the live ones", () => {
    const s = session();
    for (let turn = 0; turn < 20; turn += 1) {
      const turnId = s.send(`prompt ${turn}`);
      s.start(turnId);
      s.say(turnId, `answer ${turn}`);
      s.complete(turnId);
    }
    const running = s.send("more");
    s.start(running);
    s.stream(running, "a");
    const fold = createTimelineFold();
    fold.push(s.log.events);
    const before = fold.getGroups();
    const { events } = s.log;
    const cut = cleanCuts(events)[10] ?? 0;
    fold.dropBefore(events[cut]?.sequence ?? 0);
    const after = fold.getGroups();
    expect(after.live).toEqual(before.live);
    expect(after.settled.length).toBe(before.settled.length / 2);
    expect(after.settled.every((group, index) => group === before.settled[index + before.settled.length / 2])).toBe(
      true,
    );
    expect(fold.getEvents()[0]).toBe(events[cut]);
    expect(fold.getEvents()).toBe(fold.getEvents());
  });

  it("uses less memory, and none for deltas of a complete message", () => {
    const s = session();
    const turnId = s.send("go");
    s.start(turnId);
    s.stream(turnId, ...Array.from({ length: 500 }, () => "0123456789"));
    const fold = createTimelineFold();
    fold.push(s.log.events);
    const streaming = fold.getSize();
    s.log.add("agent.message.completed", { text: "0123456789".repeat(500) }, { turnId });
    fold.push(s.log.events.slice(-1));
    expect(fold.getSize()).toBeLessThan(streaming + 1000);
    expect(shown(fold)).toEqual(whole(s.log.events));
    fold.replace(fold.getEvents());
    expect(shown(fold)).toEqual(whole(s.log.events));
    const from = s.log.events.length;
    s.complete(turnId);
    s.send("again");
    fold.push(s.log.events.slice(from));
    fold.dropBefore(cleanCuts(s.log.events).at(-1)! + 1);
    expect(fold.getSize()).toBeLessThan(1500);
  });
});
