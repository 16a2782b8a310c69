import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sseHeaders, writeComment, writeFrame, writeRetry } from "../../../src/wire/sse/write-frame.js";
import { framesOf } from "./bodies.js";

describe("writeFrame", () => {
  it("writes id, event and each line of data, and a blank line", () => {
    expect(writeFrame({ id: "4", event: "turn.started", data: "a\nb" })).toBe(
      "id: 4\nevent: turn.started\ndata: a\ndata: b\n\n",
    );
  });

  it("writes what reads back the same, whatever the data", async () => {
    const field = fc.string({ unit: fc.constantFrom("a", " ", ":", "é", "🌍") });
    const data = fc.string({ unit: fc.constantFrom("a", " ", ":", "\n", "\r", "\r\n", "data: ", "é", "🌍", "\u2028") });
    await fc.assert(
      fc.asyncProperty(field, field, data, async (id, event, text) => {
        const frame = { id, ...(event !== "" && { event }), data: text };
        expect(await framesOf([writeFrame(frame)])).toEqual([{ ...frame, data: text.replace(/\r\n?/g, "\n") }]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([{ id: "1\n2" }, { id: "1\r" }, { id: "\0" }, { event: "a\nb" }])("refuses %j", (fields) => {
    expect(() => writeFrame({ ...fields, data: "" })).toThrowError(expect.objectContaining({ code: "frame_invalid" }));
  });
});

describe("writeComment", () => {
  it("writes bytes that no reader shows, whatever the text", async () => {
    expect(writeComment("heartbeat")).toBe(": heartbeat\n\n");
    expect(await framesOf([writeComment("a\r\ndata: b\n\ndata: c")])).toEqual([]);
  });
});

describe("sseHeaders", () => {
  it("keeps proxies from buffering, caching and compressing", () => {
    expect(sseHeaders).toEqual({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    });
  });
});

describe("writeRetry", () => {
  it("reports the wait to a reader, and no frame", async () => {
    const waits: number[] = [];
    expect(await framesOf([writeRetry(1_500)], { onRetry: (ms) => waits.push(ms) })).toEqual([]);
    expect(waits).toEqual([1_500]);
  });
});
