import { describe, expect, it } from "vitest";
import { readFrameBatches } from "../../../src/wire/sse/read-frames.js";
import { bytesOf, handBody, settle } from "./bodies.js";

/** Reads a body by frames that the test begins. */
function byFrames(body: ReadableStream<Uint8Array>) {
  const waiting: (() => void)[] = [];
  const batches: string[] = [];
  const order: string[] = [];
  const pace = () => {
    order.push("frame asked for");
    return new Promise<void>((resolve) => void waiting.push(resolve));
  };
  const reading = (async () => {
    for await (const frames of readFrameBatches(body, { pace })) {
      batches.push(frames.map(({ data }) => data).join(" "));
      order.push("frames used");
    }
  })();
  const frame = async () => {
    for (const begin of waiting.splice(0)) begin();
    await settle();
  };
  return { batches, order, reading, frame, waiting };
}

/** A body that joins what arrives between two reads, as that of a fetch in Chromium. */
function joiningBody() {
  let arrived = "";
  let reads = 0;
  let wake = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reads += 1;
        if (arrived === "") await new Promise<void>((resolve) => (wake = resolve));
        controller.enqueue(bytesOf(arrived));
        arrived = "";
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    write(text: string) {
      arrived += text;
      wake();
    },
    reads: () => reads,
  };
}

describe("a body that is read by frames", () => {
  it("is read again when the next frame begins, and not before", async () => {
    const source = handBody();
    const { batches, reading, frame, waiting } = byFrames(source.body);
    source.write("data: a\n\n");
    await settle();
    source.write("data: b\n\n");
    await settle();
    expect(batches).toEqual(["a"]);
    await frame();
    expect(batches).toEqual(["a", "b"]);
    source.end();
    await frame();
    await reading;
    expect(waiting).toEqual([]);
  });

  it("asks for the next frame before the frames are used, so that it is first in the next one", async () => {
    const source = handBody();
    const { order } = byFrames(source.body);
    source.write("data: a\n\n");
    await settle();
    expect(order).toEqual(["frame asked for", "frames used"]);
  });

  it("gives in one frame all pieces that a body keeps apart", async () => {
    const source = handBody();
    const { batches, frame } = byFrames(source.body);
    const counts: number[] = [];
    for (let frames = 1; frames <= 40; frames += 1) {
      for (let piece = 1; piece <= 4; piece += 1) source.write(`data: ${frames}\n\n`);
      await frame();
      counts.push(batches.length);
    }
    expect(counts.slice(20)).toEqual(Array.from({ length: 20 }, (_, index) => 4 * (21 + index)));
  });

  it("catches up when a calm body begins to keep many pieces apart", async () => {
    const source = handBody();
    const { batches, frame } = byFrames(source.body);
    for (let frames = 0; frames < 30; frames += 1) {
      source.write("data: x\n\n");
      await frame();
    }
    expect(batches).toHaveLength(30);
    for (let frames = 0; frames < 20; frames += 1) {
      for (let piece = 0; piece < 4; piece += 1) source.write("data: y\n\n");
      await frame();
    }
    await frame();
    expect(batches).toHaveLength(30 + 20 * 4);
  });

  it("takes about one read a frame of a body that joins its pieces", async () => {
    const source = joiningBody();
    const { batches, frame } = byFrames(source.body);
    for (let frames = 0; frames < 100; frames += 1) {
      for (let piece = 0; piece < 5; piece += 1) source.write("data: x\n\n");
      await frame();
    }
    expect(batches.join(" ").split(" ")).toHaveLength(500);
    expect(source.reads()).toBeLessThan(130);
  });

  it("reads a backlog without waiting for frames", async () => {
    const source = handBody();
    const { batches, waiting } = byFrames(source.body);
    for (let piece = 0; piece < 3; piece += 1) source.write(`data: ${"x".repeat(20_000)}\n\n`);
    await settle();
    expect(batches).toHaveLength(3);
    expect(waiting).toEqual([]);
  });

  it("reports the failure of a body whose next piece was already asked for", async () => {
    const source = handBody();
    const { reading, frame } = byFrames(source.body);
    source.write("data: a\n\n");
    await settle();
    source.fail(new Error("The line broke."));
    await settle();
    await Promise.all([expect(reading).rejects.toThrow("The line broke."), frame()]);
  });
});
