import { describe, expect, it } from "vitest";
import { readFrames, type Frame } from "../../../src/wire/sse/read-frames.js";
import { bodyOf, bytesOf, everyCut, framesOf, handBody, settle } from "./bodies.js";

interface Fixture {
  readonly name: string;
  readonly text: string;
  readonly frames: readonly Frame[];
}

const fixtures: readonly Fixture[] = [
  {
    name: "fields in any order, with and without a space",
    text: "id: 1\nevent: user.message\ndata: {}\n\ndata:two\nevent:x\nid:2\n\n",
    frames: [
      { id: "1", event: "user.message", data: "{}" },
      { id: "2", event: "x", data: "two" },
    ],
  },
  { name: "data of several lines", text: "data: a\ndata\ndata:  b\n\n", frames: [{ data: "a\n\n b" }] },
  {
    name: "comments, unknown fields, retry and blank lines between frames",
    text: ": connected\n\nretry: 10\n\ndata: a\n: in the middle\nwhat: ever\n\n\n\n: heartbeat\n\ndata: b\n\n",
    frames: [{ data: "a" }, { data: "b" }],
  },
  {
    name: "text of many bytes a character",
    text: "\uFEFFid: 7\ndata: grüße 🌍 日本語 e\u0301\u2028x\n\n",
    frames: [{ id: "7", data: "grüße 🌍 日本語 e\u0301\u2028x" }],
  },
  { name: "a block without data", text: "id: 3\nevent: ping\n\ndata: a\n\n", frames: [{ data: "a" }] },
  { name: "an id with a NUL", text: "id: 1\0\ndata: a\n\n", frames: [{ data: "a" }] },
  { name: "an empty id and empty data", text: "id:\ndata:\n\n", frames: [{ id: "", data: "" }] },
  { name: "a last block without its blank line", text: "data: a\n\ndata: half\n", frames: [{ data: "a" }] },
  { name: "a last line without its end", text: "data: a\n\ndata: ha", frames: [{ data: "a" }] },
  { name: "nothing", text: "", frames: [] },
];

const lineBreaks = { LF: "\n", CRLF: "\r\n", CR: "\r" } as const;

describe("readFrames", () => {
  for (const { name, text, frames } of fixtures) {
    for (const [breakName, lineBreak] of Object.entries(lineBreaks)) {
      it(`reads ${name} the same at every cut, with ${breakName}`, async () => {
        const bytes = bytesOf(text.replaceAll("\n", lineBreak));
        let cuts = 0;
        for (const pieces of everyCut(bytes)) {
          expect(await framesOf(pieces), `cut ${cuts}`).toEqual(frames);
          cuts += 1;
        }
        expect(cuts).toBe(bytes.length + 2);
      });
    }
  }

  it("reads a body that mixes its line breaks", async () => {
    for (const pieces of everyCut(bytesOf("data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\r"))) {
      expect(await framesOf(pieces)).toEqual([{ data: "a\nb\nc" }, { data: "d" }]);
    }
  });

  it("gives a frame that ends in a CR without waiting for what follows", async () => {
    const hand = handBody();
    const frames = readFrames(hand.body);
    hand.write("data: a\r\r");
    expect(await frames.next()).toEqual({ done: false, value: { data: "a" } });
    hand.write("\ndata: b\r\n\r");
    expect(await frames.next()).toEqual({ done: false, value: { data: "b" } });
    await frames.return();
  });

  it("does work proportional to a line of 4 MiB, however small its pieces", async () => {
    const length = 4 * 1024 * 1024;
    const piece = bytesOf("x".repeat(64));
    function* line() {
      yield "data: ";
      for (let sent = 0; sent < length; sent += piece.length) yield piece;
      yield "\n\n";
    }
    const { result, work } = await countingStringWork(() => framesOf(line()));
    expect(result.map((frame) => frame.data.length)).toEqual([length]);
    expect(work).toBeGreaterThan(length);
    expect(work).toBeLessThan(12 * length);
  });
});

describe("readFrames, at its limit", () => {
  const tooLarge = { code: "frame_too_large", retryable: false };

  it("takes a frame of exactly the limit", async () => {
    for (const pieces of everyCut(bytesOf("data: 12345678\n\n"))) {
      expect(await framesOf(pieces, { maxFrameLength: 8 })).toHaveLength(1);
    }
  });

  it("refuses a longer one at every cut, after the frames before it", async () => {
    for (const pieces of everyCut(bytesOf("data: a\n\ndata: 1234\ndata: 5678\n\ndata: b\n\n"))) {
      const seen: string[] = [];
      const reading = (async () => {
        for await (const { data } of readFrames(bodyOf(pieces), { maxFrameLength: 8 })) seen.push(data);
      })();
      await expect(reading).rejects.toMatchObject(tooLarge);
      expect(seen).toEqual(["a"]);
    }
  });

  it("stops reading a line that never ends", async () => {
    let pulled = 0;
    function* endless() {
      for (;;) {
        pulled += 1;
        yield "data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
      }
    }
    await expect(framesOf(endless(), { maxFrameLength: 100 })).rejects.toMatchObject(tooLarge);
    expect(pulled).toBeLessThan(40);
  });
});

describe("readFrames, left early", () => {
  it("cancels the body when the loop is left", async () => {
    const hand = handBody();
    hand.write("data: a\n\ndata: b\n\n");
    for await (const frame of readFrames(hand.body)) {
      expect(frame.data).toBe("a");
      break;
    }
    expect(hand.cancelled).toBe(1);
  });

  it("cancels the body and ends without an error when it is aborted while it waits", async () => {
    const hand = handBody();
    const abort = new AbortController();
    const next = readFrames(hand.body, { signal: abort.signal }).next();
    await settle();
    abort.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(hand.cancelled).toBe(1);
  });

  it("yields no frame after an abort, not even one that has arrived", async () => {
    const hand = handBody();
    const abort = new AbortController();
    const frames = readFrames(hand.body, { signal: abort.signal });
    hand.write("data: a\n\ndata: b\n\n");
    await frames.next();
    abort.abort();
    expect((await frames.next()).done).toBe(true);
  });

  it("fails with what the body fails with", async () => {
    const hand = handBody();
    const broken = new TypeError("terminated");
    const next = readFrames(hand.body).next();
    hand.fail(broken);
    await expect(next).rejects.toBe(broken);
  });

  it("reports every piece of the body as activity, comments too", async () => {
    let activity = 0;
    await framesOf([": heartbeat\n", "\n", "data: a\n\n"], { onActivity: () => (activity += 1) });
    expect(activity).toBe(3);
  });
});

/** Adds up how many characters the platform's string functions look at or copy while `run` runs. */
async function countingStringWork<T>(run: () => Promise<T>): Promise<{ result: T; work: number }> {
  let work = 0;
  const looking = ["indexOf", "includes", "replace", "split", "search"] as const;
  const copying = ["slice", "substring", "concat"] as const;
  const prototype = String.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  const originals = new Map<string, (...args: unknown[]) => unknown>();
  const join = Array.prototype.join;
  for (const name of [...looking, ...copying]) {
    const original = prototype[name] as (...args: unknown[]) => unknown;
    originals.set(name, original);
    prototype[name] = function (this: string, ...args: unknown[]) {
      const result = Reflect.apply(original, this, args);
      work += typeof result === "string" && name !== "replace" ? result.length : this.length;
      return result;
    };
  }
  // oxlint-disable-next-line no-extend-native -- Put back below: counting is the point.
  Array.prototype.join = function (this: unknown[], separator?: string) {
    const result = Reflect.apply(join, this, [separator]) as string;
    work += result.length;
    return result;
  };
  try {
    return { result: await run(), work };
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
    // oxlint-disable-next-line no-extend-native -- As above.
    Array.prototype.join = join;
  }
}
