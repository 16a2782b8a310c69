import { describe, expect, it } from "vitest";
import { createLimiter, type Admission, type LimitedRequest, type Limiter } from "../../../src/server/gate/limiter.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const ask = (limiter: Limiter, person: string, kind: Partial<LimitedRequest>) =>
  limiter.admit({ person, isWrite: false, isStream: false, ...kind }) as Admission;
const write = (limiter: Limiter, person = "ana") => ask(limiter, person, { isWrite: true });
const stream = (limiter: Limiter, person = "ana") => ask(limiter, person, { isStream: true });

function release(admission: Admission): void {
  if (admission.refused !== undefined) throw new Error("It was refused, so it holds nothing.");
  admission.release?.();
}

describe("writes", () => {
  it("are let in up to the limit within any sixty seconds, and then as the oldest turn a minute old", () => {
    const clock = createManualClock();
    const limiter = createLimiter({ writesPerMinute: 3, clock });
    for (const wait of [0, 10_000, 10_000]) {
      clock.advance(wait);
      expect(write(limiter).refused).toBeUndefined();
    }
    clock.advance(5_000);
    expect(write(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 35_000 });
    clock.advance(34_999);
    expect(write(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 1 });
    clock.advance(1);
    expect(write(limiter).refused).toBeUndefined();
    expect(write(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 10_000 });
  });

  it("that are refused do not count", () => {
    const clock = createManualClock();
    const limiter = createLimiter({ writesPerMinute: 1, clock });
    write(limiter);
    for (let second = 0; second < 59; second++) {
      clock.advance(1_000);
      expect(write(limiter).refused).toBe("rate_limited");
    }
    clock.advance(1_000);
    expect(write(limiter).refused).toBeUndefined();
  });

  it("of one are nothing to another, and reads are not counted", () => {
    const limiter = createLimiter({ writesPerMinute: 1, clock: createManualClock() });
    write(limiter, "ana");
    expect(write(limiter, "ben").refused).toBeUndefined();
    expect(ask(limiter, "ana", {}).refused).toBeUndefined();
    expect(stream(limiter, "ana").refused).toBeUndefined();
    expect(write(limiter, "ana").refused).toBe("rate_limited");
  });

  it("do not lock a person out when the clock is set back", () => {
    let now = Date.UTC(2026, 0, 2);
    const limiter = createLimiter({ writesPerMinute: 1, clock: { now: () => now, after: () => () => {} } });
    write(limiter);
    now -= 86_400_000;
    expect(write(limiter).refused).toBeUndefined();
    expect(write(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 60_000 });
  });

  it("are remembered of so many people and no more: who wrote longest ago is forgotten", () => {
    const limiter = createLimiter({ writesPerMinute: 1, people: 2, clock: createManualClock() });
    for (const person of ["ana", "ben", "cleo"]) write(limiter, person);
    expect(write(limiter, "cleo").refused).toBe("rate_limited");
    expect(write(limiter, "ben").refused).toBe("rate_limited");
    expect(write(limiter, "ana").refused).toBeUndefined();
  });
});

describe("streams", () => {
  it("are let in up to the limit, and again once one is over", () => {
    const limiter = createLimiter({ streams: 2 });
    const first = stream(limiter);
    stream(limiter);
    expect(stream(limiter)).toEqual({ refused: "too_many_streams", retryAfterMs: 5_000 });
    expect(stream(limiter, "ben").refused).toBeUndefined();
    release(first);
    expect(stream(limiter).refused).toBeUndefined();
    expect(stream(limiter).refused).toBe("too_many_streams");
  });

  it("when refused use no writes, and refused writes use no stream", () => {
    const limiter = createLimiter({ streams: 1, writesPerMinute: 1, clock: createManualClock() });
    const both = { isWrite: true, isStream: true };
    const open = stream(limiter);
    expect(ask(limiter, "ana", both).refused).toBe("too_many_streams");
    release(open);
    release(ask(limiter, "ana", both));
    expect(ask(limiter, "ana", both).refused).toBe("rate_limited");
    expect(stream(limiter).refused).toBeUndefined();
  });
});

describe("a limiter", () => {
  it("without a limit lets everything in", () => {
    const limiter = createLimiter({});
    for (let time = 0; time < 1_000; time++) {
      expect(ask(limiter, "ana", { isWrite: true, isStream: true }).refused).toBeUndefined();
    }
  });

  it.each([0, -1, 1.5, Number.NaN, "20" as unknown as number])("is refused a limit of %s by name", (limit) => {
    expect(() => createLimiter({ streams: limit })).toThrow(/streams to be a whole number from 1/);
    expect(() => createLimiter({ writesPerMinute: limit })).toThrow(TypeError);
    expect(() => createLimiter({ people: limit })).toThrow(/people/);
  });
});

it("gives each person so many reads at once, and as many again within a minute", () => {
  const clock = createManualClock();
  const limiter = createLimiter({ readsPerMinute: 60, clock });
  const read = (person: string) => limiter.admit({ person, isWrite: false, isStream: false, isRead: true });
  for (let time = 0; time < 60; time++) expect(read("a")).toEqual({});
  expect(read("a")).toEqual({ refused: "rate_limited", retryAfterMs: 1_000 });
  expect(read("b")).toEqual({});
  clock.advance(1_000);
  expect(read("a")).toEqual({});
  expect(read("a")).toMatchObject({ refused: "rate_limited" });
});
