import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/foundation/base-error.js";
import { resumeFrames, type ResumeFramesOptions } from "../../../src/wire/sse/resume-frames.js";
import { createManualClock } from "../../../src/testing/manual-clock.js";
import { handBody, settle } from "./bodies.js";

const refused = (retryable: boolean, more: object = {}) =>
  Object.assign(new ServiceError("Refused.", { code: "refused", retryable }), more);

/** A reader whose connections the test opens, refuses and writes. */
function resuming(options: Partial<ResumeFramesOptions> = {}) {
  const clock = createManualClock(0);
  const abort = new AbortController();
  const opened: { cursor: string | undefined; at: number; signal: AbortSignal; body: ReturnType<typeof handBody> }[] =
    [];
  const states: string[] = [];
  const frames: string[] = [];
  let refusal: unknown;
  let ending: unknown = "running";
  const reading = async () => {
    const all = resumeFrames({
      clock,
      random: () => 0.5,
      signal: abort.signal,
      onState: (state) => states.push(state),
      open: async (cursor, signal) => {
        const body = handBody();
        opened.push({ cursor, at: clock.now(), signal, body });
        if (refusal) throw refusal;
        return body.body;
      },
      ...options,
    });
    for await (const frame of all) frames.push(`${frame.id ?? "-"}:${frame.data}`);
  };
  // In the next microtask, so that a test can first set the outcome of the connection.
  const done = Promise.resolve()
    .then(reading)
    .then(
      () => {
        ending = "ended";
      },
      (error: unknown) => {
        ending = error;
      },
    );
  return {
    clock,
    abort,
    opened,
    states,
    frames,
    done,
    refuse: (error: unknown) => (refusal = error),
    get ending() {
      return ending;
    },
    get body() {
      const last = opened.at(-1);
      if (!last) throw new Error("Nothing was opened.");
      return last.body;
    },
    /** When each connection was opened (ms). */
    get times() {
      return opened.map((connection) => connection.at);
    },
  };
}

const frame = (id: number | string, data = "x") => `id: ${id}\ndata: ${data}\n\n`;

describe("resumeFrames", () => {
  it("opens from the given cursor and reports its states", async () => {
    const world = resuming({ cursor: "7" });
    await settle();
    expect(world.opened.map(({ cursor }) => cursor)).toEqual(["7"]);
    expect(world.states).toEqual(["connecting", "live"]);
    world.body.write(frame(8, "a") + "data: b\n\n");
    await settle();
    expect(world.frames).toEqual(["8:a", "-:b"]);
  });

  it("reopens after the last id at once when a connection closes that delivered frames", async () => {
    const world = resuming();
    await settle();
    world.body.write(frame(1) + frame(2) + "id: 3\nda");
    world.body.end();
    await settle();
    expect(world.opened.map(({ cursor }) => cursor)).toEqual([undefined, "2"]);
    expect(world.times).toEqual([0, 0]);
    expect(world.states).toEqual(["connecting", "live", "reconnecting", "live"]);
  });

  it("waits longer each time when connections open and close without frames", async () => {
    const world = resuming();
    await settle();
    for (let round = 0; round < 7; round += 1) {
      world.body.end();
      await world.clock.advanceAsync(10_000);
    }
    expect(world.times.map((at) => at % 10_000)).toEqual([0, 500, 1000, 2000, 4000, 8000, 0, 0]);
  });

  it("does not count a repeated id as progress", async () => {
    const world = resuming({ cursor: "5" });
    for (let round = 0; round < 3; round += 1) {
      await settle();
      world.body.write(frame(5) + frame(3));
      world.body.end();
      await world.clock.advanceAsync(2000);
    }
    expect(world.times).toEqual([0, 500, 3000, 6000]);
    expect(world.opened.every(({ cursor }) => cursor === "5")).toBe(true);
  });

  it("resets its delays after progress", async () => {
    const world = resuming();
    world.refuse(refused(true));
    await world.clock.advanceAsync(500 + 1000);
    expect(world.times).toEqual([0, 500, 1500]);
    world.refuse(undefined);
    await world.clock.advanceAsync(2000);
    world.body.write(frame(1));
    await settle();
    world.body.fail(new TypeError("terminated"));
    await world.clock.advanceAsync(500);
    expect(world.times).toEqual([0, 500, 1500, 3500, 4000]);
  });

  it("resets its delays after a connection that stayed open for a while", async () => {
    const world = resuming();
    world.refuse(refused(true));
    await world.clock.advanceAsync(500 + 1000 + 2000 + 4000);
    world.refuse(undefined);
    await world.clock.advanceAsync(8000);
    await world.clock.advanceAsync(10_000);
    const before = world.clock.now();
    world.body.end();
    await world.clock.advanceAsync(500);
    expect(world.times.at(-1)).toBe(before + 500);
  });

  it("waits as long as the server asks", async () => {
    const world = resuming();
    world.refuse(refused(true, { retryAfterMs: 7000 }));
    await world.clock.advanceAsync(6999);
    expect(world.times).toEqual([0]);
    await world.clock.advanceAsync(1);
    expect(world.times).toEqual([0, 7000]);
  });

  it("waits as long as a stream asked before it ended, spread over twice the time", async () => {
    const world = resuming();
    await settle();
    world.body.write("id: 1\ndata: a\n\nretry: 4000\n\n");
    world.body.end();
    await world.clock.advanceAsync(5999);
    expect(world.times).toEqual([0]);
    await world.clock.advanceAsync(1);
    expect(world.times).toEqual([0, 6000]);
    // The next break requests no delay, so the reader reconnects at once.
    world.body.write("id: 2\ndata: b\n\n");
    world.body.end();
    await settle();
    expect(world.times).toEqual([0, 6000, 6000]);
    expect(world.frames).toEqual(["1:a", "2:b"]);
  });

  it("waits two minutes at most, however long a stream asks for", async () => {
    const world = resuming();
    await settle();
    world.body.write("retry: 999999999\n\n");
    world.body.end();
    await world.clock.advanceAsync(120_000);
    expect(world.times).toHaveLength(2);
  });

  it("ends a requested delay early only for a person", async () => {
    const runs = new Set<(byHand?: boolean) => void>();
    const world = resuming({
      wake: (run) => {
        runs.add(run);
        return () => runs.delete(run);
      },
    });
    world.refuse(refused(true, { retryAfterMs: 7000 }));
    await world.clock.advanceAsync(100);
    for (const run of runs) run();
    await settle();
    expect(world.times).toEqual([0]);
    for (const run of runs) run(true);
    await settle();
    expect(world.times).toEqual([0, 100]);
    world.abort.abort();
    await world.done;
  });

  it("throws an error that is not retryable", async () => {
    const world = resuming();
    const error = refused(false);
    world.refuse(error);
    await world.done;
    expect(world.ending).toBe(error);
  });

  it("throws a programming error instead of retrying it", async () => {
    const world = resuming();
    world.refuse(new TypeError("x is not a function"));
    await world.done;
    expect(world.ending).toBeInstanceOf(TypeError);
  });

  it("lets the caller decide which errors are retryable", async () => {
    const world = resuming({ isRetryable: () => true });
    world.refuse(new Error("odd"));
    await world.clock.advanceAsync(500);
    expect(world.times).toEqual([0, 500]);
  });

  it("throws for a frame over the limit instead of reconnecting", async () => {
    const world = resuming();
    await settle();
    world.body.write(`data: ${"x".repeat(9 * 1024 * 1024)}`);
    await world.done;
    expect(world.ending).toMatchObject({ code: "frame_too_large" });
  });

  it("ends without an error when there is nothing to open", async () => {
    const world = resuming({ open: async () => null });
    await world.done;
    expect(world.ending).toBe("ended");
  });

  it("ends a wait early when woken", async () => {
    const runs = new Set<() => void>();
    const world = resuming({
      wake: (run) => {
        runs.add(run);
        return () => runs.delete(run);
      },
    });
    world.refuse(refused(true));
    await world.clock.advanceAsync(100);
    for (const run of runs) run();
    await settle();
    expect(world.times).toEqual([0, 100]);
    world.abort.abort();
    await world.done;
    expect(runs.size).toBe(0);
  });
});

describe("resumeFrames, on a silent network", () => {
  it("reopens when no byte, not even a heartbeat, arrives for 45 s", async () => {
    const world = resuming();
    await world.clock.advanceAsync(44_000);
    world.body.write(": heartbeat\n\n");
    await world.clock.advanceAsync(44_999);
    expect(world.opened).toHaveLength(1);
    await world.clock.advanceAsync(1);
    const first = world.opened[0];
    expect(first?.signal.aborted).toBe(true);
    expect(first?.body.cancelled).toBe(1);
    await world.clock.advanceAsync(500);
    expect(world.opened).toHaveLength(2);
  });

  it("stops opening after 15 s and cancels a later response", async () => {
    const late = handBody();
    const signals: AbortSignal[] = [];
    const world = resuming({
      open: (_cursor, signal) =>
        new Promise((resolve) => {
          signals.push(signal);
          world.clock.after(16_000, () => resolve(late.body));
        }),
    });
    await world.clock.advanceAsync(15_000);
    expect(signals[0]?.aborted).toBe(true);
    await world.clock.advanceAsync(1000);
    expect(signals).toHaveLength(2);
    expect(late.cancelled).toBe(1);
    world.abort.abort();
    await world.done;
  });

  it("does not treat a slow consumer as a silent network", async () => {
    const clock = createManualClock(0);
    const hand = handBody();
    let opened = 0;
    const frames = resumeFrames({
      clock,
      open: async () => {
        opened += 1;
        return hand.body;
      },
    });
    hand.write(frame(1) + frame(2));
    await frames.next();
    await clock.advanceAsync(100_000);
    expect(await frames.next()).toMatchObject({ value: { id: "2" } });
    expect(opened).toBe(1);
    await frames.return();
  });

  it("reconnects on waking when the device slept longer than the limit of silence", async () => {
    const runs = new Set<() => void>();
    let sleeping = 0;
    const clock = createManualClock(0);
    const signals: AbortSignal[] = [];
    const abort = new AbortController();
    const frames = resumeFrames({
      clock: { now: () => clock.now() + sleeping, after: (ms, run) => clock.after(ms, run) },
      signal: abort.signal,
      wake: (run) => {
        runs.add(run);
        return () => runs.delete(run);
      },
      open: async (_cursor, signal) => {
        signals.push(signal);
        return handBody().body;
      },
    });
    const next = frames.next();
    await settle();
    sleeping = 3_600_000;
    for (const run of runs) run();
    await settle();
    expect(signals[0]?.aborted).toBe(true);
    abort.abort();
    expect((await next).done).toBe(true);
  });
});

it("reconnects at a hint only when the heartbeat is overdue", async () => {
  const runs = new Set<() => void>();
  const world = resuming({
    wake: (run) => {
      runs.add(run);
      return () => runs.delete(run);
    },
  });
  await world.clock.advanceAsync(19_999);
  for (const run of runs) run();
  await world.clock.advanceAsync(0);
  expect(world.opened[0]?.signal.aborted).toBe(false);
  await world.clock.advanceAsync(1);
  for (const run of runs) run();
  await settle();
  expect(world.opened[0]?.signal.aborted).toBe(true);
  world.abort.abort();
  await world.done;
});

describe("resumeFrames, aborted", () => {
  it.each(["while it opens", "while it reads", "while it waits"])(
    "ends silently %s and leaves no timer",
    async (when) => {
      const world = resuming(when === "while it opens" ? { open: () => new Promise(() => {}) } : {});
      if (when === "while it waits") world.refuse(refused(true));
      await settle();
      world.abort.abort();
      await world.done;
      expect(world.ending).toBe("ended");
      expect(world.clock.waiting).toBe(0);
      expect(world.opened.at(-1)?.body.cancelled ?? 0).toBe(when === "while it reads" ? 1 : 0);
    },
  );

  it("opens nothing when it was aborted before", async () => {
    let opened = 0;
    const frames = resumeFrames({
      signal: AbortSignal.abort(),
      open: async () => {
        opened += 1;
        return null;
      },
    });
    expect((await frames.next()).done).toBe(true);
    expect(opened).toBe(0);
  });
});
