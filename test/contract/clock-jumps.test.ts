import { expect, it } from "vitest";
import { createMemoryStore, createServiceApp } from "../../service/src/app.js";
import { Service } from "../../src/server/handler/service.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

it("a clock that jumps forwards and back by a day leaves each log whole and each turn ended once", async () => {
  const faults: unknown[] = [];
  const clock = createManualClock();
  let offset = 0;
  const jumping = { now: () => clock.now() + offset, after: (ms: number, run: () => void) => clock.after(ms, run) };
  const timed = await createServiceApp({
    store: createMemoryStore(),
    clock: jumping,
    onError: (e) => faults.push(e),
  });
  const service = new Service({
    baseUrl: "https://service.internal.test",
    apiKey: timed.apiKey,
    organizationId: timed.organizationId,
    source: "host",
    fetch: inProcessFetch(timed),
  });
  const workspaceId = await service.workspaceId({ tenant: "acme" });
  const { id: sessionId } = await service.client.createSession({
    workspaceId,
    initialMessage: "/silence 30\n/say one",
  });
  const say = (text: string) =>
    service.client.sendEvent({ workspaceId, sessionId }, { type: "user.message", payload: { text } });
  for (const jump of [86_400_000, -2 * 86_400_000, 86_400_000]) {
    await clock.advanceAsync(10_000);
    offset += jump;
    await say("/silence 5\n/say more");
  }
  await clock.advanceAsync(120_000);
  const { events } = await service.client.listEvents({ workspaceId, sessionId }, { after: 0 });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const ends = events.filter(({ type }) => /^turn\.(completed|failed|cancelled)$/.test(type));
  expect(ends.map(({ type }) => type)).toEqual([
    "turn.completed",
    "turn.completed",
    "turn.completed",
    "turn.completed",
  ]);
  expect(new Set(ends.map(({ turnId }) => turnId)).size).toBe(4);
  expect(faults).toEqual([]);
  await timed.close();
});
