import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eventLog } from "../../src/testing/events.js";
import { scriptedTurn, scriptTurns } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
import { createWindows, type Windows } from "./windowed-session.js";

let windows: Windows;
beforeEach(async () => {
  windows = await createWindows();
});
afterEach(() => windows.close());

describe("offers at the ends of a session's window", () => {
  it("is nothing older where only the creation of the session, which makes no row, was not read", async () => {
    const log = eventLog();
    for (const prompt of ["p1", "p2", "p3"]) scriptedTurn(log, { prompt });
    const { events } = log;
    const w = await windows.open(events, { window: { page: events.length - 1 } });
    expect(w.texts()).toEqual(["p1", "p2", "p3"]);
    expect(w.state().hasOlder).toBe(false);
    expect(w.controller.getEvents()[0]?.sequence).toBe(1);
  });

  it("is nothing newer where only a change of status, which makes no row, was not read", async () => {
    const page = 25;
    const log = eventLog();
    const script = scriptTurns(log);
    const turnId = script.create("a turn of a little more than two pages");
    script.start(turnId);
    while (log.events.length < 2 * page - 2) {
      script.toolOutput(turnId, script.callTool(turnId, "search"), "found");
    }
    script.say(turnId, "do", "ne");
    script.complete(turnId);
    const { events } = log;
    // The reader begins behind the first two.
    expect(events.slice(2 + 2 * page).map(({ type }) => type)).toEqual(["session.status.changed"]);
    const w = await windows.open(events, { window: { page } });
    await w.act(w.controller.showSequence(2));
    expect(w.shown()).toEqual(groupTimeline(buildTimeline(await w.stored())));
    expect(w.state()).toMatchObject({ hasOlder: false, hasNewer: false });
  });
});
