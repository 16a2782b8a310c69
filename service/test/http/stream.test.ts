import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { fault, harness, type Harness } from "../harness.js";
import { prometheusMetrics } from "../../src/operate/prometheus-metrics.js";
import { settle } from "../manual-clock.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});
afterEach(() => {
  if (service.faults.length > 0) throw new AggregateError(service.faults, "The service met faults.");
});

interface Reader {
  /** Everything received so far, as text; null once the body has ended. */
  text(): Promise<string>;
  sequences(): Promise<number[]>;
  isOver(): boolean;
  cancel(): Promise<void>;
  readonly answer: Response;
}

/** Opens the live stream and keeps reading it. */
async function open(session: string, query = "", headers: Record<string, string> = {}, signal?: AbortSignal) {
  const request = new Request(`http://service${session}/events/stream${query}`, {
    headers: { authorization: `Bearer ${service.app.apiKey}`, ...headers },
    ...(signal && { signal }),
  });
  const answer = await service.app.fetch(request);
  expect(answer.status).toBe(200);
  const body = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isOver = false;
  const pump = async () => {
    for (;;) {
      const read = await body?.read();
      if (read === undefined || read.done) return;
      text += decoder.decode(read.value, { stream: true });
    }
  };
  pump()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  const reader: Reader = {
    answer,
    isOver: () => isOver,
    async text() {
      await settle();
      return text;
    },
    async sequences() {
      return [...(await reader.text()).matchAll(/^id: (\d+)/gm)].map((match) => Number(match[1]));
    },
    cancel: async () => body?.cancel(),
  };
  return reader;
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
const length = async (session: string) => (await service.log(session)).length;

describe("the live stream", () => {
  it("sends the log from the cursor, reports that it is live, and continues with new events", async () => {
    const session = await service.start("/silence 10\n/long 50 1000\n/say end");
    const reader = await open(session, "?after=2");
    expect(await reader.sequences()).toEqual(range(3, 6));
    expect((await reader.text()).endsWith(": connected\n\n")).toBe(true);
    await service.clock.advance(20_000);
    expect(await reader.sequences()).toEqual(range(3, await length(session)));
    await service.send(session, "/say more");
    expect(await reader.sequences()).toEqual(range(3, await length(session)));
  });

  it("writes each event as a frame with its cursor, its type and the whole event on one line", async () => {
    const session = await service.start("line one\nline two");
    const [frame = ""] = (await (await open(session, "?after=1")).text()).split("\n\n");
    const event = (await service.log(session))[1];
    expect(frame).toBe(`id: 2.${event!.id.slice(0, 8)}\nevent: user.message\ndata: ${JSON.stringify(event)}`);
  });

  it("takes its cursor from the query, else from Last-Event-ID, else from the start", async () => {
    const session = await service.start("hello");
    const end = await length(session);
    expect(await (await open(session)).sequences()).toEqual(range(1, end));
    expect(await (await open(session, "", { "last-event-id": "4" })).sequences()).toEqual(range(5, end));
    expect(await (await open(session, "?after=6", { "last-event-id": "4" })).sequences()).toEqual(range(7, end));
    expect(await (await open(session, `?after=${end}`)).sequences()).toEqual([]);
  });

  it("sends every event once and in order to readers that connect at any point", async () => {
    const session = await service.start("/long 400 1000\n/tools 5");
    const readers: Reader[] = [];
    for (let n = 0; n < 10; n += 1) {
      readers.push(await open(session));
      await service.clock.advance(37);
    }
    await service.clock.advance(10_000);
    const all = range(1, await length(session));
    for (const reader of readers) expect(await reader.sequences()).toEqual(all);
  });

  it("carries headers that keep it from being buffered", async () => {
    const { headers } = (await open(await service.start("hello"))).answer;
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("content-encoding")).toBeNull();
    expect(headers.get("x-service-correlation-id")).toBeTruthy();
  });

  it("sends a heartbeat after fifteen seconds without a byte, and only then", async () => {
    const session = await service.start("hello");
    const reader = await open(session);
    const beats = async () => (await reader.text()).split(": heartbeat\n\n").length - 1;
    await service.clock.advance(14_999);
    expect(await beats()).toBe(0);
    await service.clock.advance(1);
    expect(await beats()).toBe(1);
    await service.clock.advance(30_000);
    expect(await beats()).toBe(3);
  });

  it("stays open when the turn ends, and uses one timer beside the one of the pulse", async () => {
    const session = await service.start("hello");
    const readers = await Promise.all([open(session), open(session)]);
    await service.clock.advance(60_000);
    expect(readers.map((reader) => reader.isOver())).toEqual([false, false]);
    expect(service.clock.pending).toBe(3);
  });

  it.each(["after=x", "after=-1", "after=1e3"])("refuses ?%s", async (query) => {
    const session = await service.start("hello");
    expect(fault(await service.call("GET", `${session}/events/stream?${query}`))).toBe("400 validation_failed");
  });

  it("refuses a malformed Last-Event-ID and a cursor beyond the end of the log", async () => {
    const session = await service.start("hello");
    const path = `${session}/events/stream`;
    const malformed = await service.call("GET", path, undefined, { headers: { "last-event-id": "abc" } });
    expect(fault(malformed)).toBe("400 validation_failed");
    const beyond = await service.call("GET", `${path}?after=9999`);
    expect(fault(beyond)).toBe("400 validation_failed");
    expect(beyond.body["error"]?.["details"]).toEqual({ field: "after", lastSequence: await length(session) });
    const told = await service.call("GET", path, undefined, { headers: { "last-event-id": "9999" } });
    expect(told.body["error"]?.["details"]).toMatchObject({ field: "Last-Event-ID" });
  });
});

/** A store that lets a test act between a read and its result, and counts watchers. */
function watched() {
  const store = createMemoryStore();
  const seen = { watches: 0, betweenReadAndAnswer: async (): Promise<void> => undefined };
  const wrapped: Store = {
    ...store,
    async readEvents(...args) {
      const page = await store.readEvents(...args);
      await seen.betweenReadAndAnswer();
      return page;
    },
    watchSession(...args) {
      seen.watches += 1;
      const end = store.watchSession(...args);
      return () => {
        seen.watches -= 1;
        end();
      };
    },
  };
  return { store: wrapped, seen };
}

describe("a hint", () => {
  it("during a read of the store is not lost", async () => {
    const { store, seen } = watched();
    service = await harness({ store });
    const session = await service.start("hello");
    const before = await length(session);
    let isSent = false;
    seen.betweenReadAndAnswer = async () => {
      if (isSent) return;
      isSent = true;
      await service.call("PATCH", session, { title: "renamed" });
      await settle();
    };
    const reader = await open(session);
    await settle();
    await settle();
    expect(await reader.sequences()).toEqual(range(1, before + 1));
    expect(isSent).toBe(true);
  });
});

describe("the end of a stream", () => {
  it("ends its watch, whatever the cause", async () => {
    const { store, seen } = watched();
    service = await harness({ store });
    const session = await service.start("hello");
    const [one, two] = [await open(session), await open(session)];
    await one.text();
    // Readers of one session share it.
    expect(seen.watches).toBe(1);
    await one.cancel();
    expect(seen.watches).toBe(1);
    await service.app.close();
    await two.text();
    expect(seen.watches).toBe(0);
  });

  it("leaves no timer or watcher after a disconnect", async () => {
    const session = await service.start("hello");
    const reader = await open(session);
    await reader.text();
    await reader.cancel();
    await settle();
    expect(service.clock.pending).toBe(0);
  });

  it("follows an abort of the request", async () => {
    const controller = new AbortController();
    const reader = await open(await service.start("hello"), "", {}, controller.signal);
    await reader.text();
    controller.abort();
    await settle();
    expect(reader.isOver()).toBe(true);
    expect(service.clock.pending).toBe(0);
  });

  it("follows the close of the app", async () => {
    const reader = await open(await service.start("hello"));
    await reader.text();
    await service.app.close();
    await settle();
    expect(reader.isOver()).toBe(true);
    expect(service.clock.pending).toBe(0);
  });

  it("reaches many readers at once, without a warning", async () => {
    const warnings: string[] = [];
    const listen = (warning: Error) => warnings.push(warning.name);
    process.on("warning", listen);
    const session = await service.start("hello");
    const readers = await Promise.all(range(1, 30).map(() => open(session)));
    await settle();
    process.off("warning", listen);
    expect(warnings).toEqual([]);
    await service.app.close();
    await settle();
    expect(readers.every((reader) => reader.isOver())).toBe(true);
    expect(service.clock.pending).toBe(0);
  });

  it("refuses a stream beyond the limit with 503 and Retry-After, and serves it once another has ended", async () => {
    const metrics = prometheusMetrics();
    service = await harness({ metrics, settings: { streamsAtOnce: 2 } });
    const session = await service.start("hello");
    const [first, second] = [await open(session), await open(session)];
    const third = () =>
      service.app.fetch(
        new Request(`http://service${session}/events/stream`, {
          headers: { authorization: `Bearer ${service.app.apiKey}` },
        }),
      );
    const refused = await third();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await refused.json()).toMatchObject({ error: { code: "streams_full", retryable: true } });
    expect((await metrics.text()).body).toContain("service_streams_refused_total 1");
    // Those that are open go on.
    const count = (await first.sequences()).length;
    await service.call("POST", `${session}/events`, { type: "user.message", payload: { text: "more" } });
    expect((await second.sequences()).length).toBeGreaterThan(count);
    await first.cancel();
    const served = await third();
    expect(served.status).toBe(200);
    await served.body?.cancel();
    await second.cancel();
  });

  it("reaches a reader that reads nothing for half a minute, after one page of memory", async () => {
    const store = createMemoryStore();
    let reads = 0;
    const counting = {
      ...store,
      readEvents: (...args: Parameters<typeof store.readEvents>) => {
        reads += 1;
        return store.readEvents(...args);
      },
    };
    service = await harness({ store: counting });
    const session = await service.start("/long 3000 1000");
    reads = 0;
    const request = new Request(`http://service${session}/events/stream`, {
      headers: { authorization: `Bearer ${service.app.apiKey}` },
    });
    const { body } = await service.app.fetch(request);
    await service.clock.advance(29_999);
    expect(reads).toBeLessThanOrEqual(1);
    const reader = body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await service.clock.advance(30_000);
    await expect(reader?.read()).rejects.toThrow(/took nothing/);
    expect(reads).toBe(1);
    expect(service.clock.pending).toBe(0);
  });
});
