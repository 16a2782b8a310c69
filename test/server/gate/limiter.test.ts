import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLimiter, type Admission, type LimitedRequest, type Limiter } from "../../../src/server/gate/limiter.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const ask = (limiter: Limiter, person: string, kind: Partial<LimitedRequest>) =>
  limiter.admit({ person, isWrite: false, isStream: false, ...kind }) as Admission;
const write = (limiter: Limiter, person = "ana") => ask(limiter, person, { isWrite: true });
const read = (limiter: Limiter, person = "ana") => ask(limiter, person, { isRead: true });
const stream = (limiter: Limiter, person = "ana") => ask(limiter, person, { isStream: true });

function release(admission: Admission): void {
  if (admission.refused !== undefined) throw new Error("It was refused, so it holds nothing.");
  admission.release?.();
}

/** A clock that also goes back. */
function movableClock() {
  let now = Date.UTC(2026, 0, 2);
  return { now: () => now, after: () => () => {}, move: (ms: number) => void (now += ms) };
}

describe.each([
  { name: "writes", option: "writesPerMinute", take: write } as const,
  { name: "reads", option: "readsPerMinute", take: read } as const,
])("$name", ({ option, take }) => {
  it("are let in up to the limit at once, and then evenly within sixty seconds", () => {
    const clock = createManualClock();
    const limiter = createLimiter({ [option]: 3, clock });
    for (let time = 0; time < 3; time++) expect(take(limiter)).toEqual({});
    expect(take(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 20_000 });
    clock.advance(19_999);
    expect(take(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 1 });
    clock.advance(1);
    expect(take(limiter)).toEqual({});
    expect(take(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 20_000 });
    clock.advance(3_600_000);
    for (let time = 0; time < 3; time++) expect(take(limiter)).toEqual({});
    expect(take(limiter).refused).toBe("rate_limited");
  });

  it("that are refused do not count", () => {
    const clock = createManualClock();
    const limiter = createLimiter({ [option]: 1, clock });
    take(limiter);
    for (let second = 0; second < 59; second++) {
      clock.advance(1_000);
      expect(take(limiter).refused).toBe("rate_limited");
    }
    clock.advance(1_000);
    expect(take(limiter).refused).toBeUndefined();
  });

  it("of one are nothing to another, nor to requests of another kind", () => {
    const limiter = createLimiter({ [option]: 1, clock: createManualClock() });
    take(limiter, "ana");
    expect(take(limiter, "ben").refused).toBeUndefined();
    expect(ask(limiter, "ana", {}).refused).toBeUndefined();
    expect(stream(limiter, "ana").refused).toBeUndefined();
    const others = [write, read].filter((other) => other !== take);
    for (const other of others) expect(other(limiter, "ana").refused).toBeUndefined();
    expect(take(limiter, "ana").refused).toBe("rate_limited");
  });

  it("are remembered of so many people and no more: the least recently active person is forgotten", () => {
    const limiter = createLimiter({ [option]: 1, people: 2, clock: createManualClock() });
    for (const person of ["ana", "ben", "cleo"]) take(limiter, person);
    expect(take(limiter, "cleo").refused).toBe("rate_limited");
    expect(take(limiter, "ben").refused).toBe("rate_limited");
    expect(take(limiter, "ana").refused).toBeUndefined();
  });

  it.each([0, 1, 2, 3, 4])("wait no longer than before when the clock is set back after %d of them", (before) => {
    const clock = movableClock();
    const limiter = createLimiter({ [option]: 3, clock });
    for (let time = 0; time < before; time++) take(limiter);
    clock.move(-3_600_000);
    const left = Math.max(0, 3 - before);
    for (let time = 0; time < left; time++) expect(take(limiter)).toEqual({});
    expect(take(limiter)).toEqual({ refused: "rate_limited", retryAfterMs: 20_000 });
    clock.move(20_000);
    expect(take(limiter)).toEqual({});
  });

  it("wait at most for one share, and pass after it, whatever the clock did before", () => {
    const moves = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -90_000, max: 90_000 })), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), moves, (limit, moved) => {
        const clock = movableClock();
        const limiter = createLimiter({ [option]: limit, clock });
        for (const ms of moved) {
          clock.move(ms);
          const answer = take(limiter);
          if (answer.refused === undefined) continue;
          expect(answer.retryAfterMs).toBeGreaterThan(0);
          expect(answer.retryAfterMs).toBeLessThanOrEqual(Math.ceil(60_000 / limit));
          clock.move(answer.retryAfterMs);
          expect(take(limiter)).toEqual({});
        }
      }),
    );
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
