import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/foundation/clock.js";
import { platformFrame } from "../../src/foundation/frame-scheduler.js";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page whose frames the test releases. */
function page(visibilityState: "visible" | "hidden") {
  const frames = new Map<number, () => void>();
  let ids = 0;
  vi.stubGlobal("document", { visibilityState });
  vi.stubGlobal("requestAnimationFrame", (run: () => void) => {
    frames.set((ids += 1), run);
    return ids;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => frames.delete(id));
  return frames;
}

describe("the platform's frame", () => {
  it("is an animation frame on a visible page, and leaves no timer behind", () => {
    const frames = page("visible");
    const run = vi.fn<() => void>();
    platformFrame(run);
    for (const frame of frames.values()) frame();
    expect([run.mock.calls.length, vi.getTimerCount(), frames.size]).toEqual([1, 0, 0]);
  });

  it("is a timer when the page is hidden before its next frame", () => {
    const frames = page("visible");
    const run = vi.fn<() => void>();
    platformFrame(run);
    vi.runAllTimers();
    expect([run.mock.calls.length, frames.size]).toEqual([1, 0]);
  });

  it("is a timer on a hidden page, and without a page", () => {
    const frames = page("hidden");
    const run = vi.fn<() => void>();
    platformFrame(run);
    expect(frames.size).toBe(0);
    vi.runAllTimers();
    vi.unstubAllGlobals();
    platformFrame(run);
    vi.runAllTimers();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it.each(["visible", "hidden"] as const)("can be taken back on a %s page", (visibility) => {
    const frames = page(visibility);
    const run = vi.fn<() => void>();
    platformFrame(run)();
    for (const frame of frames.values()) frame();
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the system clock", () => {
  it("returns the platform's time, and its timers can be cancelled", () => {
    const run = vi.fn<() => void>();
    const start = systemClock.now();
    systemClock.after(10, run);
    systemClock.after(10, run)();
    vi.advanceTimersByTime(10);
    expect(systemClock.now() - start).toBe(10);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it.each([2 ** 31 - 1, 2 ** 31, 2 ** 33 + 5])("waits %i ms, which is long for the platform's timers", (ms) => {
    const run = vi.fn<() => void>();
    systemClock.after(ms, run);
    const cancel = systemClock.after(ms, run);
    vi.advanceTimersByTime(ms - 1);
    expect(run).not.toHaveBeenCalled();
    cancel();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it("never calls after Infinity", () => {
    systemClock.after(Infinity, vi.fn<() => void>())();
    systemClock.after(Infinity, vi.fn<() => void>());
    expect(vi.getTimerCount()).toBe(0);
  });
});
