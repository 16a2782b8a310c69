import { expect, it } from "vitest";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { createBackend, resolveHeaders } from "../../support/backend.js";
import { describeDoors, ended, until, type Resolve } from "./two-doors.js";

describeDoors("a stream whose person is asked for again", (openDoor) => {
  async function open(resolve: Resolve, recheckMs?: number) {
    const clock = createManualClock();
    const events: RequestEvent[] = [];
    const errors: unknown[] = [];
    const backend = await createBackend({ clock });
    const onError = (error: unknown) => errors.push(error);
    const onEvent = (event: RequestEvent) => events.push(event);
    const door = await openDoor({ resolve, onEvent, onError, recheckMs }, backend);
    const left = new AbortController();
    const answer = await door.handle(door.follow({ signal: left.signal }));
    let isOver = false;
    const read = answer.text().then(() => (isOver = true));
    // Before time passes, as pending requests would time out.
    await until(() => backend.calls.some(({ path }) => path.includes("/events/stream")));
    await backend.arrived();
    /** Advances time in steps below every time limit, and lets pending responses arrive. */
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5_000) {
        await clock.advanceAsync(5_000);
        await backend.arrived();
      }
    };
    return {
      pass,
      events,
      errors,
      read,
      isOver: () => isOver,
      leave: () => left.abort(),
      close: () => backend.close(),
    };
  }

  it("ends within a minute of the person's sign-out, with a reason", async () => {
    let isGone = false;
    const { pass, events, read, isOver, close } = await open((request) =>
      isGone ? new Response(null, { status: 401 }) : resolveHeaders(request),
    );
    await pass(120_000);
    expect(isOver()).toBe(false);
    isGone = true;
    await pass(60_000);
    await read;
    expect(ended(events)).toMatchObject([{ outcome: "closed", code: "access_ended" }]);
    await close();
  });

  it.each([
    ["another user", { user: "ben" }],
    ["another tenant", { tenant: "globex" }],
    ["another person at the keyboard", { actor: { id: "ben" } }],
    ["another conversation", { conversation: "c_other" }],
  ])("ends when they are %s", async (_, other) => {
    let now = {};
    const { pass, isOver, read, close } = await open(() => ({ tenant: "acme", user: "ana", ...now }));
    await pass(60_000);
    expect(isOver()).toBe(false);
    now = other;
    await pass(60_000);
    await read;
    expect(isOver()).toBe(true);
    await close();
  });

  it("continues while the host cannot answer, and reports that", async () => {
    const gone = new Error("The store of sign-ins is away.");
    let isAway = false;
    const { pass, errors, isOver, close } = await open((request) => {
      if (isAway) throw gone;
      return resolveHeaders(request);
    });
    isAway = true;
    await pass(60_000);
    expect([isOver(), errors]).toEqual([false, [gone]]);
    isAway = false;
    await pass(60_000);
    expect([isOver(), errors.length]).toEqual([false, 1]);
    await close();
  });

  it("is never asked for where the host wants that", async () => {
    let isGone = false;
    const resolve: Resolve = (request) => (isGone ? new Response(null, { status: 401 }) : resolveHeaders(request));
    const { pass, isOver, close } = await open(resolve, Infinity);
    isGone = true;
    await pass(600_000);
    expect(isOver()).toBe(false);
    await close();
  });

  it("is checked as often as the host configures, and not after the client has left", async () => {
    let asked = 0;
    const count: Resolve = (request) => {
      asked += 1;
      return resolveHeaders(request);
    };
    const { pass, leave, read, close } = await open(count, 5_000);
    await pass(20_000);
    expect(asked).toBe(5);
    leave();
    await read;
    await pass(20_000);
    expect(asked).toBe(5);
    await close();
  });
});
