import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { bytesOf, handBody, settle } from "../wire/sse/bodies.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

describe("inProcessFetch", () => {
  it("carries method, address, headers and body there and back", async () => {
    const fetch = inProcessFetch(async (request) =>
      Response.json(
        { method: request.method, url: request.url, x: request.headers.get("x-a"), body: await request.text() },
        { status: 201, headers: { "X-Answer": "yes" } },
      ),
    );
    const response = await fetch("/a?b=1", { method: "POST", headers: { "X-A": "1" }, body: "grüße" });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(await response.json()).toEqual({
      method: "POST",
      url: "http://in-process.test/a?b=1",
      x: "1",
      body: "grüße",
    });
  });

  it("carries a body where the platform gives no stream of it", async () => {
    const noStream = vi.spyOn(Request.prototype, "body", "get").mockReturnValue(undefined as never);
    const fetch = inProcessFetch(async (request) => new Response(await request.text()));
    const post = { method: "POST", body: "grüße" };
    const bytes = { ...post, body: new TextEncoder().encode(post.body) };
    const answers = [fetch("/a", post), fetch("/a", bytes), fetch(new Request("http://a.test/", post)), fetch("/a")];
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    expect(noStream).toHaveBeenCalled();
    noStream.mockRestore();
    expect(texts).toEqual(["grüße", "grüße", "grüße", ""]);
  });

  it("fails a body during a read when the request is aborted, and notifies the application", async () => {
    const hand = handBody();
    let seen: AbortSignal | undefined;
    const fetch = inProcessFetch(async (request) => {
      seen = request.signal;
      return new Response(hand.body);
    });
    const abort = new AbortController();
    const response = await fetch("/", { signal: abort.signal });
    const reading = response.text();
    hand.write("a");
    await settle();
    abort.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(hand.cancelled).toBe(1);
    expect(seen?.aborted).toBe(true);
  });

  it("hears of an abort however long ago the request was collected as garbage", async () => {
    const hand = handBody();
    let seen: AbortSignal | undefined;
    const fetch = inProcessFetch(async ({ signal }) => {
      seen = signal;
      return new Response(hand.body);
    });
    const abort = new AbortController();
    const response = await fetch("/", { signal: abort.signal });
    const reading = response.text();
    for (let pass = 0; pass < 3; pass += 1) {
      await settle();
      collectGarbage();
    }
    abort.abort();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
    expect(seen?.aborted).toBe(true);
  });

  it("rejects at once when aborted before the application answers", async () => {
    const abort = new AbortController();
    const asked = inProcessFetch(() => new Promise(() => {}))("/", { signal: abort.signal });
    await settle();
    abort.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  it("cancels the application's body when the reader stops", async () => {
    const hand = handBody();
    let seen: AbortSignal | undefined;
    const response = await inProcessFetch(async (request) => {
      seen = request.signal;
      return new Response(hand.body);
    })("/");
    await response.body?.cancel();
    expect(hand.cancelled).toBe(1);
    expect(seen?.aborted).toBe(true);
  });

  it("shows a failure of the application as a broken network", async () => {
    const hand = handBody();
    const fetch = inProcessFetch(async (request) => {
      if (request.url.endsWith("/throw")) throw new RangeError("oops");
      return new Response(hand.body);
    });
    await expect(fetch("/throw")).rejects.toBeInstanceOf(TypeError);
    const early = inProcessFetch(() => {
      throw new RangeError("oops");
    });
    await expect(early("/")).rejects.toBeInstanceOf(TypeError);
    const response = await fetch("/body");
    hand.fail(new RangeError("oops"));
    await expect(response.text()).rejects.toBeInstanceOf(TypeError);
  });

  it("sends the cookie and the origin, which a page may not set", async () => {
    const fetch = inProcessFetch(
      async ({ headers }) => Response.json([headers.get("cookie"), headers.get("sec-fetch-site")]),
      { cookie: () => "session=1", fetchSite: "same-origin" },
    );
    expect(await (await fetch("/")).json()).toEqual(["session=1", "same-origin"]);
  });

  it("reads no further ahead than it is asked", async () => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1;
          controller.enqueue(bytesOf("x"));
        },
      },
      { highWaterMark: 0 },
    );
    const response = await inProcessFetch(async () => new Response(body))("/");
    await settle();
    expect(pulled).toBe(0);
    await response.body?.getReader().read();
    expect(pulled).toBe(1);
  });
});
