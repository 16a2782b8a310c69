import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";
import { eventLog } from "../../src/testing/events.js";
import { faultFetch, type Fault } from "../../src/testing/fault-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { createLoadedService, type LoadedService } from "../session/loaded-service.js";

let service: LoadedService;
beforeAll(async () => {
  service = await createLoadedService();
});
afterAll(() => service.close());

/** Makes the third event unreadable. */
const spoil: Fault = {
  kind: "rewrite",
  async *rewrite(chunks) {
    for await (const chunk of chunks) {
      yield new TextEncoder().encode(new TextDecoder().decode(chunk).replace('"sequence":3', '"sequence":"3"'));
    }
  },
};
const askedToWait = (seconds: string): Fault => ({ kind: "status", status: 429, headers: { "retry-after": seconds } });

/** Follows a log with a hole on a manual clock; `fault` affects the first page. */
async function follow(fault: Fault, opening?: Fault) {
  const log = eventLog();
  for (let n = 0; n < 4; n += 1) log.add("agent.message.delta", { text: `${n}` }, { turnId: "t" });
  const ref = await service.load(log.events);
  const clock = createManualClock();
  let asked = 0;
  const fetch = faultFetch(service.fetch, ({ url }) => {
    if (url.pathname.endsWith("/stream")) return opening ?? spoil;
    asked += 1;
    return asked === 1 ? fault : [];
  });
  const hints = new Set<(byHand?: boolean) => void>();
  const states: (readonly [state: string, waitMs: number])[] = [];
  async function read(): Promise<readonly number[]> {
    const seen: number[] = [];
    const events = streamSessionEvents(service.client({ fetch, clock, random: () => 0.5 }), ref, {
      onState: (...state) => states.push(state),
      wake(run) {
        hints.add(run);
        return () => hints.delete(run);
      },
    });
    for await (const { sequence } of events) {
      seen.push(sequence);
      if (seen.length === 4) break;
    }
    return seen;
  }
  return {
    clock,
    states,
    all: read(),
    asked: () => asked,
    waits: async () => {
      await expect.poll(() => states.at(-1)?.[0]).toBe("reconnecting");
    },
    wake: (byHand?: boolean) => {
      for (const run of hints) run(byHand);
    },
  };
}

describe("a hole that cannot be read at once", () => {
  it("reports the wait and its end", async () => {
    const { clock, states, all, waits } = await follow(askedToWait("20"));
    await waits();
    await clock.advanceAsync(20_000);
    expect(await all).toEqual([1, 2, 3, 4]);
    expect(states).toEqual([
      ["connecting", 0],
      ["live", 0],
      ["reconnecting", 20_000],
      ["live", 0],
    ]);
  });

  it("is read as soon as the network may be back", async () => {
    const { all, waits, wake, states } = await follow({ kind: "refuse" });
    await waits();
    expect(states.at(-1)).toEqual(["reconnecting", 500]);
    wake();
    expect(await all).toEqual([1, 2, 3, 4]);
  });

  it("is left alone for as long as the service asks, but for a person's wish", async () => {
    const { clock, asked, all, waits, wake } = await follow(askedToWait("120"));
    await waits();
    wake();
    await clock.advanceAsync(1_000);
    expect(asked()).toBe(1);
    wake(true);
    expect(await all).toEqual([1, 2, 3, 4]);
  });

  it("throws an error with the delay when it exceeds two minutes", async () => {
    const { all, states } = await follow(askedToWait("999999"));
    await expect(all).rejects.toMatchObject({ status: 429, retryAfterMs: 999_999_000 });
    expect(states.at(-1)).toEqual(["live", 0]);
  });
});

describe("a stream that cannot be opened", () => {
  it("throws an error with the delay when it exceeds two minutes", async () => {
    const { all } = await follow(spoil, askedToWait("121"));
    await expect(all).rejects.toMatchObject({ status: 429, retryAfterMs: 121_000 });
  });
});
