import { describe, expect, it } from "vitest";
import { createReach, type Lost } from "../../src/foundation/reach.js";
import { createManualClock } from "../../src/testing/manual-clock.js";

function watched(isOffline = () => false) {
  const clock = createManualClock();
  const told: Lost[] = [];
  const reach = createReach({ clock, isOffline, onChange: (lost) => told.push(lost) });
  return { clock, told, reach };
}

describe("reach", () => {
  it("is lost three seconds after the first of the requests that failed was made, and not before", () => {
    const { clock, told, reach } = watched();
    const first = reach.begin();
    clock.advance(1_000);
    first.failed();
    reach.begin().failed();
    clock.advance(1_999);
    expect(told).toEqual([]);
    clock.advance(1);
    expect(told).toEqual(["server"]);
    expect(clock.waiting).toBe(0);
  });

  it("recovers with the first answer, and ignores a cancelled request", () => {
    const { clock, told, reach } = watched();
    reach.begin();
    reach.begin().failed();
    clock.advance(5_000);
    reach.begin();
    reach.begin().answered();
    expect(told).toEqual(["server", null]);
    reach.begin().failed();
    reach.begin().answered();
    clock.advance(10_000);
    expect(told).toEqual(["server", null]);
    expect(clock.waiting).toBe(0);
  });

  it("is lost at once when a request fails that was made long ago", () => {
    const { clock, told, reach } = watched();
    const slow = reach.begin();
    clock.advance(15_000);
    slow.failed();
    slow.answered();
    clock.advance(0);
    expect(told).toEqual(["server"]);
  });

  it("is lost at once when a request fails on a device without a network", () => {
    let isOffline = false;
    const { clock, told, reach } = watched(() => isOffline);
    reach.begin().failed();
    expect(told).toEqual([]);
    isOffline = true;
    reach.begin().failed();
    expect(told).toEqual(["network"]);
    expect(clock.waiting).toBe(0);
    isOffline = false;
    reach.begin().failed();
    expect(told).toEqual(["network", "server"]);
  });
});
