import { describe, expect, it } from "vitest";
import { emptyDecisions } from "../../src/conversation/decisions/decision-book.js";
import { firstState } from "../../src/conversation/conversation-state.js";
import { createServerTime } from "../../src/foundation/server-time.js";
import { createSessionFold } from "../../src/session/session-fold.js";
import { windowLimits } from "../../src/session/session-window.js";
import { eventLog } from "../../src/testing/events.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { scriptedTurn } from "../../src/testing/scripted-turn.js";
import { readEvent, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import type { Session } from "../../src/wire/protocol/session.js";

/** Events whose payloads count the reads of a message's text. */
function counted(events: readonly SessionEvent[]) {
  let count = 0;
  const watched = events.map((event): SessionEvent => {
    const get = (payload: object, name: string | symbol): unknown => {
      if (name === "text") count += 1;
      return Reflect.get(payload, name);
    };
    return { ...event, payload: new Proxy(event.payload as object, { get }) };
  });
  return { watched, count: () => count };
}

function openFold() {
  const clock = createManualClock();
  const serverTime = createServerTime(clock);
  const rest = { workspaceId: null, limits: windowLimits, onError: () => {} };
  return createSessionFold({ sessionId: "s", clock, serverTime, ...rest });
}

const turns = 20;
const log = eventLog();
for (let turn = 0; turn < turns; turn += 1) scriptedTurn(log, { prompt: `p${turn}` });
const messages = log.events.filter(({ type }) => type === "user.message");

/** The count for one read of each message, and one measure of its size. */
function takenOnce(): number {
  const { watched, count } = counted(messages);
  for (const event of watched) {
    readEvent(event);
    JSON.stringify(event.payload);
  }
  return count();
}

describe("an event of a session", () => {
  const session = { status: "idle", title: null, activeTurnId: null, lastSequence: 0, workspaceId: "w" } as Session;

  function show(fold: ReturnType<typeof openFold>): number {
    fold.settle?.();
    const state = fold.show(firstState({ ...fold.facts(), book: emptyDecisions }, true));
    return state.settled.length + state.live.length;
  }

  it("is read once when it arrives live", () => {
    const { watched, count } = counted(messages);
    const fold = openFold();
    const byId = new Map(watched.map((event) => [event.id, event]));
    for (const event of log.events) fold.take(byId.get(event.id) ?? event);
    expect(show(fold)).toBeGreaterThan(turns);
    expect(count()).toBe(takenOnce());
  });

  it("is read once when it is in the first page", () => {
    const { watched, count } = counted(messages);
    const fold = openFold();
    const byId = new Map(watched.map((event) => [event.id, event]));
    fold.takeNewest(session, { events: log.events.map((event) => byId.get(event.id) ?? event), hasOlder: false });
    expect(show(fold)).toBeGreaterThan(turns);
    expect(count()).toBe(takenOnce());
  });
});
