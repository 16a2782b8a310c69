import { describe, expect, expectTypeOf, it } from "vitest";
import type { SessionVerbs, SessionView } from "../../src/hooks/session-view.js";
import { eventTypes } from "../../src/wire/protocol/event-types.js";
import type { SessionController, SessionControllerState } from "../../src/session/session-types.js";
import { staleAfter } from "../../src/session/stale.js";

describe("staleAfter", () => {
  it.each([
    ["turn.queued", ["queue"]],
    ["turn.completed", ["queue", "goal", "requests", "lineage"]],
    ["session.control.paused", ["record", "queue", "goal"]],
    ["session.humanInput.requested", ["requests"]],
    ["goal.updated", ["goal"]],
    ["agent.message.delta", []],
    ["type.of.tomorrow", []],
    ["constructor", []],
  ])("names the data that %s makes stale", (type, stale) => {
    expect(staleAfter(type)).toEqual(stale);
  });

  it("ignores events that are frequent within a turn", () => {
    const often = eventTypes.filter((type) => type.startsWith("agent.") || type.startsWith("sandbox."));
    expect(often.flatMap(staleAfter)).toEqual([]);
  });
});

describe("a session controller's state and verbs", () => {
  it("are what hooks promise", () => {
    expectTypeOf<SessionControllerState>().toExtend<SessionView>();
    expectTypeOf<SessionController>().toExtend<SessionVerbs>();
    expect(staleAfter("")).toEqual([]);
  });
});
