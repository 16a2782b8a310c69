import { afterEach, describe, expect, it } from "vitest";
import type { RequestEvent } from "../../../src/server/gate/request-event.js";
import type { SessionProxyOptions } from "../../../src/server/proxy/proxy-options.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { createBackend, resolveHeaders, type Backend } from "../../support/backend.js";
import { request } from "./browser-request.js";

let backend: Backend;
afterEach(() => backend.close());

/** A session of ana's, followed by ben for as long as the host's rule lets him. */
async function follow(options: Partial<SessionProxyOptions>) {
  const clock = createManualClock();
  const left = new AbortController();
  const events: RequestEvent[] = [];
  const errors: unknown[] = [];
  backend = await createBackend({ clock });
  const chat = await backend.service.chat({ tenant: "acme", user: "ana", conversation: "c1" });
  await chat.send("/say hi");
  const proxy = backend.proxy({
    onEvent: (event) => events.push(event),
    onError: (error) => errors.push(error),
    ...options,
  });
  const path = `workspaces/current/sessions/${chat.sessionId}/events/stream`;
  const asked = request("GET", path, undefined, { user: "ben" });
  const answer = await proxy(new Request(asked, { signal: left.signal }));
  expect(answer.status).toBe(200);
  let isOver = false;
  const over = () => (isOver = true);
  void answer.text().then(over, over);
  await backend.arrived();
  return {
    errors,
    isOver: () => isOver,
    ended: () => events.filter(({ type }) => type === "ended"),
    leave: () => left.abort(),
    /** Advances time in steps below every time limit, and lets pending responses arrive. */
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5_000) {
        await clock.advanceAsync(5_000);
        await backend.arrived();
      }
    },
  };
}

describe("a session followed by another person than its owner", () => {
  it("is followed no more within a minute of the host's taking it back", async () => {
    let isShared = true;
    const { pass, isOver, ended } = await follow({ authorizeSession: () => isShared });
    await pass(120_000);
    expect(isOver()).toBe(false);
    isShared = false;
    await pass(60_000);
    expect(isOver()).toBe(true);
    expect(ended()).toMatchObject([{ outcome: "closed", code: "access_ended" }]);
  });

  it("stays open while the host cannot answer, and reports that", async () => {
    const away = new Error("The store of shares is away.");
    let isAway = false;
    const authorizeSession = () => {
      if (isAway) throw away;
      return true;
    };
    const { pass, isOver, errors } = await follow({ authorizeSession });
    isAway = true;
    await pass(60_000);
    expect([isOver(), errors]).toEqual([false, [away]]);
    isAway = false;
    await pass(60_000);
    expect([isOver(), errors.length]).toEqual([false, 1]);
  });

  it("is no failure when its reader leaves while the host is asked", async () => {
    let leave = () => {};
    const followed = await follow({
      authorizeSession: () => true,
      resolve(asked) {
        leave();
        return resolveHeaders(asked);
      },
    });
    ({ leave } = followed);
    await followed.pass(60_000);
    expect(followed.errors).toEqual([]);
    expect(followed.ended()).toMatchObject([{ outcome: "left" }]);
  });
});
