import { describe, expect, it } from "vitest";
import { faultFetch, type Fault } from "../../src/testing/fault-fetch.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { bodyOf, bytesOf, handBody, settle } from "../wire/sse/bodies.js";

function network(fault: Fault | readonly Fault[], body: () => BodyInit = () => "0123456789") {
  const clock = createManualClock(0);
  const reached: string[] = [];
  const server = inProcessFetch(async (request) => {
    reached.push(request.method);
    return new Response(body());
  });
  return { fetch: faultFetch(server, () => fault, { clock }), clock, reached };
}

async function textAndError(response: Response): Promise<{ text: string; error: unknown }> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  } catch (error) {
    return { text, error };
  }
  return { text, error: undefined };
}

describe("faultFetch, for requests", () => {
  it("lets a good request through and remembers it", async () => {
    const { fetch } = network([]);
    expect(await (await fetch("/a", { method: "post", headers: { "X-A": "1" } })).text()).toBe("0123456789");
    expect(fetch.seen).toMatchObject([{ index: 0, method: "POST", url: { pathname: "/a" } }]);
    expect(fetch.seen[0]?.headers.get("x-a")).toBe("1");
  });

  it("waits on its clock", async () => {
    const { fetch, clock, reached } = network({ kind: "delay", ms: 50 });
    const asked = fetch("/");
    await clock.advanceAsync(49);
    expect(reached).toEqual([]);
    await clock.advanceAsync(1);
    expect((await asked).ok).toBe(true);
  });

  it.each([
    ["refuse", 0],
    ["lose-answer", 1],
  ] as const)("fails with %s after reaching the server %i times", async (kind, times) => {
    const { fetch, reached } = network({ kind });
    await expect(fetch("/")).rejects.toBeInstanceOf(TypeError);
    expect(reached).toHaveLength(times);
  });

  it("sends twice", async () => {
    const { fetch, reached } = network({ kind: "send-twice" });
    expect((await fetch("/", { method: "POST", body: "a" })).ok).toBe(true);
    expect(reached).toEqual(["POST", "POST"]);
  });

  it("answers in the server's place", async () => {
    const { fetch, reached } = network({ kind: "status", status: 429, headers: { "retry-after": "3" } });
    const response = await fetch("/");
    expect([response.status, response.headers.get("retry-after"), reached.length]).toEqual([429, "3", 0]);
  });

  it("never answers, until aborted", async () => {
    const { fetch } = network({ kind: "no-answer" });
    const abort = new AbortController();
    const asked = fetch("/", { signal: abort.signal });
    await settle();
    abort.abort();
    await expect(asked).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("faultFetch, for bodies", () => {
  it("cuts at every byte and delivers the bytes before it", async () => {
    for (let at = 0; at <= 10; at += 1) {
      const hand = handBody();
      hand.write("01234");
      hand.write("56789");
      const { fetch } = network({ kind: "cut", at }, () => hand.body);
      const { text, error } = await textAndError(await fetch("/"));
      expect(text).toBe("0123456789".slice(0, at));
      expect(error).toBeInstanceOf(TypeError);
      expect(hand.cancelled).toBe(1);
    }
  });

  it("closes in good order after so many bytes", async () => {
    const { fetch } = network({ kind: "close", at: 4 });
    expect(await (await fetch("/")).text()).toBe("0123");
  });

  it("falls silent after so many bytes, until aborted", async () => {
    const { fetch } = network({ kind: "silence", after: 4 });
    const abort = new AbortController();
    const reading = textAndError(await fetch("/", { signal: abort.signal }));
    await settle();
    abort.abort();
    expect(await reading).toMatchObject({ text: "0123", error: { name: "AbortError" } });
  });

  it("splits into pieces, also within a character", async () => {
    const { fetch } = network({ kind: "split", size: 1 }, () => "ü🌍");
    const sizes: number[] = [];
    for await (const chunk of (await fetch("/")).body ?? []) sizes.push(chunk.length);
    expect(sizes).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it.each([
    ["duplicate-frame", ": c\n\ndata: a\n\ndata: b\n\ndata: b\n\ndata: c\n\nrest"],
    ["drop-frame", ": c\n\ndata: a\n\ndata: c\n\nrest"],
    ["swap-frames", ": c\n\ndata: a\n\ndata: c\n\ndata: b\n\nrest"],
  ] as const)("rewrites frames with %s, however they are split", async (kind, expected) => {
    const text = ": c\n\ndata: a\n\ndata: b\n\ndata: c\n\nrest";
    for (const size of [1, 3, 100]) {
      const { fetch } = network(
        [
          { kind: "split", size },
          { kind, index: 1 },
        ],
        () => bodyOf([bytesOf(text)]),
      );
      expect(await (await fetch("/")).text()).toBe(expected);
    }
  });

  it("applies several faults in their order", async () => {
    const upper: Fault = {
      kind: "rewrite",
      async *rewrite(chunks) {
        for await (const chunk of chunks) yield bytesOf(new TextDecoder().decode(chunk).repeat(2));
      },
    };
    const { fetch } = network([{ kind: "close", at: 2 }, upper]);
    expect(await (await fetch("/")).text()).toBe("0101");
  });
});
