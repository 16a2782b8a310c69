import { describe, expect, it } from "vitest";
import { frameStream } from "../../../src/wire/sse/frame-stream.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";

const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

describe("frameStream", () => {
  it("pulls one frame per read", async () => {
    let made = 0;
    const body = frameStream({
      async *frames() {
        for (;;) yield `data: ${++made}\n\n`;
      },
    });
    const reader = body.getReader();
    expect(made).toBe(0);
    expect(decode((await reader.read()).value)).toBe("data: 1\n\n");
    await new Promise(setImmediate);
    expect(made).toBe(1);
    await reader.cancel();
  });

  it("writes a comment after each silence, without losing a frame", async () => {
    const clock = createManualClock();
    let go: () => void = () => {};
    const body = frameStream({
      clock,
      heartbeat: "ping",
      async *frames() {
        await new Promise<void>((resolve) => (go = resolve));
        yield "data: late\n\n";
      },
    });
    const reader = body.getReader();
    for (let beat = 0; beat < 3; beat++) {
      const read = reader.read();
      await clock.advanceAsync(14_999);
      await clock.advanceAsync(1);
      expect(decode((await read).value)).toBe(": ping\n\n");
    }
    const read = reader.read();
    await new Promise(setImmediate);
    go();
    expect(decode((await read).value)).toBe("data: late\n\n");
    expect((await reader.read()).done).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  it("aborts and ends its frames when the reader leaves", async () => {
    const seen: string[] = [];
    const body = frameStream({
      async *frames(signal) {
        try {
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          seen.push("aborted");
          yield "data: x\n\n";
        } finally {
          seen.push("ended");
        }
      },
    });
    const reader = body.getReader();
    const read = reader.read();
    await new Promise(setImmediate);
    await reader.cancel();
    await read;
    await new Promise(setImmediate);
    expect(seen).toEqual(["aborted", "ended"]);
  });

  it("aborts its frames with the request", async () => {
    const request = new AbortController();
    const body = frameStream({
      signal: request.signal,
      async *frames(signal) {
        yield "data: x\n\n";
        if (!signal.aborted) await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    });
    const reader = body.getReader();
    await reader.read();
    const last = reader.read();
    request.abort();
    expect((await last).done).toBe(true);
  });

  it("fails with its frames", async () => {
    const body = frameStream({
      // oxlint-disable-next-line require-yield -- it fails before it has one.
      async *frames() {
        throw new Error("broke");
      },
    });
    await expect(body.getReader().read()).rejects.toThrow("broke");
  });

  it("drops a reader that reads nothing for 30 s, and releases its frames", async () => {
    const clock = createManualClock();
    let isReleased = false;
    let ends = 0;
    const body = frameStream({
      clock,
      onEnd: () => (ends += 1),
      async *frames() {
        try {
          for (;;) yield "data: x\n\n";
        } finally {
          isReleased = true;
        }
      },
    });
    const reader = body.getReader();
    await reader.read();
    await clock.advanceAsync(29_999);
    await reader.read();
    await clock.advanceAsync(29_999);
    expect([ends, isReleased]).toEqual([0, false]);
    await clock.advanceAsync(1);
    expect([ends, isReleased]).toEqual([1, true]);
    await expect(reader.read()).rejects.toMatchObject({ code: "reader_stalled" });
    expect(clock.waiting).toBe(0);
  });

  it("ends, between two reads, when its request is over", async () => {
    const request = new AbortController();
    let isReleased = false;
    const body = frameStream({
      signal: request.signal,
      async *frames() {
        try {
          for (;;) yield "data: x\n\n";
        } finally {
          isReleased = true;
        }
      },
    });
    const reader = body.getReader();
    await reader.read();
    request.abort();
    await reader.closed;
    await new Promise(setImmediate);
    expect(isReleased).toBe(true);
  });
});
