import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { onAbort, unlessAborted, whenAborted } from "../../src/foundation/on-abort.js";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("onAbort", () => {
  it("runs once, at the abort", () => {
    const end = new AbortController();
    let runs = 0;
    onAbort(end.signal, () => (runs += 1));
    expect(runs).toBe(0);
    end.abort();
    end.abort();
    expect(runs).toBe(1);
  });

  it("runs at once when the abort is past", () => {
    let runs = 0;
    const takeBack = onAbort(AbortSignal.abort(), () => (runs += 1));
    takeBack();
    expect(runs).toBe(1);
  });

  it("is taken back, and leaves nothing on the signal", () => {
    const end = new AbortController();
    let runs = 0;
    const takeBack = onAbort(end.signal, () => (runs += 1));
    expect(listeners(end.signal)).toBe(1);
    takeBack();
    expect(listeners(end.signal)).toBe(0);
    end.abort();
    expect(runs).toBe(0);
  });

  it("does nothing without a signal", () => {
    expect(() => onAbort(undefined, () => expect.unreachable())()).not.toThrow();
  });
});

describe("unlessAborted", () => {
  it("settles as the work does, and leaves nothing on the signal", async () => {
    const { signal } = new AbortController();
    const failure = new Error("no");
    expect(await unlessAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(unlessAborted(Promise.reject(failure), signal)).rejects.toBe(failure);
    expect(listeners(signal)).toBe(0);
    expect(await unlessAborted(Promise.resolve(2), undefined)).toBe(2);
  });

  it("rejects with the signal's reason, before or during the work", async () => {
    const reason = new Error("left");
    const never = new Promise<never>(() => {});
    await expect(unlessAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason);
    const end = new AbortController();
    const work = unlessAborted(never, end.signal);
    end.abort(reason);
    await expect(work).rejects.toBe(reason);
  });
});

describe("whenAborted", () => {
  it("resolves at the abort", async () => {
    const end = new AbortController();
    const order: string[] = [];
    const waiting = whenAborted(end.signal).then(() => order.push("resolved"));
    await Promise.resolve();
    order.push("aborted");
    end.abort();
    await waiting;
    expect(order).toEqual(["aborted", "resolved"]);
  });
});
