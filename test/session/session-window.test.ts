import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptedTurn } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { groupKey } from "../../src/timeline/groups.js";
import { createWindows, placeOf, prompts, type Windows } from "./windowed-session.js";

let windows: Windows;
beforeEach(async () => {
  windows = await createWindows();
});
afterEach(() => windows.close());

/** Forty turns of one length. */
const log = eventLog();
for (let turn = 1; turn <= 40; turn += 1) scriptedTurn(log, { prompt: `p${turn}` });
const { events } = log;
const perTurn = events.length / 40;

describe("the window of a session", () => {
  it("opens with the newest page, whole turns only", async () => {
    const w = await windows.open(events, { window: { page: Math.round(perTurn * 5.5) } });
    expect(w.texts()).toEqual(["p36", "p37", "p38", "p39", "p40"]);
    expect(w.state()).toMatchObject({ hasOlder: true, hasNewer: false, windowTruncated: false });
  });

  it("drops its newest turns when a reader moves far back, and reads them again", async () => {
    const w = await windows.open(events, {
      window: { page: Math.round(perTurn * 5.5), events: Math.round(perTurn * 12.5) },
    });
    await w.act(w.controller.loadOlder());
    await w.act(w.controller.loadOlder());
    expect(w.texts()).toEqual(Array.from({ length: 12 }, (_, index) => `p${index + 26}`));
    expect(w.state()).toMatchObject({ hasOlder: true, hasNewer: true, windowTruncated: true });
    const kept = w.state().settled;
    await w.act(w.controller.loadNewer());
    expect(w.texts().at(-1)).toBe("p40");
    expect(w.texts()[0]).toBe("p30");
    expect(w.state()).toMatchObject({ hasOlder: true, hasNewer: false });
    // Remaining groups keep their identity.
    const again = w.state().settled.filter((group) => kept.includes(group));
    expect(again.length).toBeGreaterThan(20);
    for (let left = 0; w.state().hasOlder && left < 20; left += 1) await w.act(w.controller.loadOlder());
    expect(w.texts()[0]).toBe("p1");
    await w.act(w.controller.jumpToLatest());
    expect(w.texts()).toEqual(["p36", "p37", "p38", "p39", "p40"]);
    expect(w.state()).toMatchObject({ hasOlder: true, hasNewer: false });
  });

  it("does not move when a page cannot be read, and reports the reason", async () => {
    const w = await windows.open(events, { window: { page: 40 } });
    const before = w.state().settled;
    windows.network.isDown = true;
    await w.act(w.controller.loadOlder());
    expect(w.state().settled).toBe(before);
    expect(w.state().error).not.toBeNull();
    expect(w.state().isLoadingOlder).toBe(false);
  });

  it("shows the turn of an event by its sequence, with its surroundings", async () => {
    const w = await windows.open(events, { window: { page: Math.round(perTurn * 3.5) } });
    const target = events.find((event) => (event.payload as { text?: string }).text === "p10");
    let row: string | null = "";
    await w.act(w.controller.showSequence(target?.sequence ?? 0).then((id) => (row = id)));
    expect(w.texts()).toContain("p10");
    expect(w.texts()).toContain("p9");
    expect(w.texts()).toContain("p12");
    expect(w.texts()).not.toContain("p40");
    expect(w.state()).toMatchObject({ hasOlder: true, hasNewer: true });
    const item = w.state().settled.find((group) => groupKey(group) === row || prompts(group)[0] === "p10");
    expect(item?.kind === "item" && item.item.id).toBe(row);
    const there = w.state().settled;
    await w.act(w.controller.showSequence((target?.sequence ?? 0) + 1));
    expect(w.state().settled).toBe(there);
  });

  it("keeps status, decisions and queue with the log while history is shown", async () => {
    const w = await windows.open(events, {
      window: { page: Math.round(perTurn * 3.5), events: Math.round(perTurn * 5) },
    });
    for (let left = 0; left < 4; left += 1) await w.act(w.controller.loadOlder());
    const there = w.state();
    expect(there.hasNewer).toBe(true);
    await windows.client.sendEvent(w.ref, { type: "user.message", payload: { text: "/approve pay" } });
    await windows.until(() => w.state().pending.length > 0);
    expect(w.state()).toMatchObject({ isRunning: true, sessionStatus: "requires_action", hasNewer: true });
    expect(w.state().settled).toBe(there.settled);
    expect(w.state().live).toEqual([]);
    await w.act(w.controller.jumpToLatest());
    expect(w.texts().length + w.state().live.length).toBeGreaterThan(1);
    expect(w.shown()).toEqual(groupTimeline(buildTimeline(await w.stored())).slice(-w.shown().length));
  });

  it("misses nothing that is written during the read of the newest page", async () => {
    const w = await windows.open(events, {
      window: { page: Math.round(perTurn * 3.5), events: Math.round(perTurn * 5) },
    });
    for (let left = 0; left < 4; left += 1) await w.act(w.controller.loadOlder());
    let arrive = () => {};
    windows.network.held = new Promise((resolve) => (arrive = resolve));
    const jump = w.controller.jumpToLatest();
    await windows.clock.advanceAsync(100);
    await windows.client.sendEvent(w.ref, { type: "user.message", payload: { text: "/say meanwhile" } });
    await windows.clock.advanceAsync(3000);
    arrive();
    await w.act(jump);
    expect(w.texts().at(-1)).toBe("/say meanwhile");
    const whole = groupTimeline(buildTimeline(await w.stored()));
    expect(placeOf(w.shown(), whole)).toBe(whole.length - w.shown().length);
  });

  it("shows the newest page again when its reader sends a message from history", async () => {
    const w = await windows.open(events, {
      window: { page: Math.round(perTurn * 3.5), events: Math.round(perTurn * 5) },
    });
    for (let left = 0; left < 4; left += 1) await w.act(w.controller.loadOlder());
    await w.act(w.controller.sendMessage("/say from history"));
    await windows.until(() => !w.state().hasNewer && !w.state().isRunning);
    expect(w.texts().at(-1)).toBe("/say from history");
  });

  it("forgets its oldest turns while it follows the log", async () => {
    const most = Math.round(perTurn * 10);
    const w = await windows.open(events, { window: { page: Math.round(perTurn * 3.5), events: most } });
    for (let turn = 1; turn <= 25; turn += 1) {
      await windows.client.sendEvent(w.ref, { type: "user.message", payload: { text: `/say live ${turn}` } });
      // Waits for the answer, as a message alone is shown for a moment before its queue state is known.
      await windows.until(() => w.answers().at(-1) === `live ${turn}` && !w.state().isRunning);
    }
    await windows.clock.advanceAsync(1000);
    expect(w.state()).toMatchObject({ hasOlder: true, hasNewer: false, windowTruncated: true });
    const [first, last] = [w.controller.getEvents()[0], w.controller.getEvents().at(-1)];
    expect((last?.sequence ?? 0) - (first?.sequence ?? 0)).toBeLessThan(most * 1.2);
    expect(w.texts().at(-1)).toBe("/say live 25");
    const whole = groupTimeline(buildTimeline(await w.stored()));
    expect(placeOf(w.shown(), whole)).toBe(whole.length - w.shown().length);
    await w.act(w.controller.loadOlder());
    placeOf(w.shown(), whole);
  });
});
