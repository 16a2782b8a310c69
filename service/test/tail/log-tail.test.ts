import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { createLogFeed } from "../../src/routes/log-feed.js";
import type { Feed } from "../../src/feed.js";
import { storeUnavailable } from "../../src/store/store.js";
import { createLogTails, type LogTails } from "../../src/tail/log-tails.js";
import { createPulse } from "../../src/tail/pulse.js";
import { manualClock, settle, type ManualClock } from "../manual-clock.js";
import { eventDraft, sessionRecord } from "../store/sql-records.js";

type News = Parameters<Parameters<Store["watchSession"]>[1]>[0];

/** How hints reach this process: as its own, as those of another one, or not at all. */
let heard: (news: News) => readonly News[];
let counts: { pages: number; watched: number };
let isAway: boolean;
/** Happens once, between a read and its result. */
let afterRead: (() => Promise<unknown>) | null;
let inner: Store;
let store: Store;
let clock: ManualClock;
let tails: LogTails;
let faults: unknown[];
beforeEach(() => {
  heard = (news) => [news];
  counts = { pages: 0, watched: 0 };
  isAway = false;
  afterRead = null;
  faults = [];
  inner = createMemoryStore();
  const orAway = async <T>(result: Promise<T>): Promise<T> => {
    if (isAway) throw storeUnavailable(new Error("away"));
    return result;
  };
  store = {
    ...inner,
    watchSession: (id, listener) => inner.watchSession(id, (news) => heard(news).forEach(listener)),
    async readEvents(...args) {
      counts.pages += 1;
      const page = await orAway(inner.readEvents(...args));
      const act = afterRead;
      afterRead = null;
      await act?.();
      return page;
    },
    readWatched: (query) => {
      counts.watched += 1;
      return orAway(inner.readWatched(query));
    },
  };
  clock = manualClock();
  const pulse = createPulse({ store, clock, onError: (error) => faults.push(error) });
  tails = createLogTails({ store, pulse });
});

async function made(count = 3, id: string = crypto.randomUUID()): Promise<string> {
  const events = Array.from({ length: count }, () => eventDraft());
  await inner.createSession(sessionRecord({ id }), { events });
  return id;
}
const append = (id: string, count = 1) =>
  inner.changeSession(id, {}, () => ({
    change: { events: Array.from({ length: count }, () => eventDraft()) },
    result: null,
  }));

interface Reader {
  readonly feed: Feed;
  readonly sequences: number[];
  text: string;
  isOver: boolean;
}

/** Reads all the time. */
function read(sessionId: string, after = 0, id: string | null = null): Reader {
  const feed = createLogFeed({ store, tails, clock, heartbeatMs: 15_000, sessionId, after: { sequence: after, id } });
  const reader: Reader = { feed, sequences: [], text: "", isOver: false };
  const pump = async () => {
    for (let text = await feed.next(); text !== null; text = await feed.next()) {
      reader.text += text;
      for (const [, sequence] of text.matchAll(/^id: (\d+)/gm)) reader.sequences.push(Number(sequence));
    }
  };
  void pump().finally(() => (reader.isOver = true));
  return reader;
}
const many = async (count: number, sessionId: string) => {
  const readers: Reader[] = [];
  for (let n = 0; n < count; n += 1) {
    readers.push(read(sessionId));
    await settle();
  }
  return readers;
};
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);
const end = (readers: readonly Reader[]) => readers.forEach(({ feed }) => feed.end());

it("ends the streams of a service that closes its store under them", async () => {
  const reader = read(await made());
  await settle();
  await inner.close();
  reader.feed.finish();
  await settle();
  expect(reader.isOver).toBe(true);
});

describe("readers of one session", () => {
  it("read the log once for all, and nothing for what this process appends", async () => {
    const id = await made();
    const readers = await many(20, id);
    expect(counts.pages).toBe(1);
    for (let n = 0; n < 10; n += 1) await append(id, 2);
    await settle();
    for (const reader of readers) expect(reader.sequences).toEqual(upTo(23));
    expect(counts.pages).toBe(1);
  });

  it("cost one read for a hint of another process", async () => {
    heard = () => [null];
    const id = await made();
    const readers = await many(20, id);
    counts.pages = 0;
    await append(id, 2);
    await settle();
    for (const reader of readers) expect(reader.sequences).toEqual(upTo(5));
    expect(counts.pages).toBe(1);
  });

  it("get what another process appended while the log was read for them", async () => {
    heard = () => [null];
    const id = await made();
    const [reader] = await many(1, id);
    afterRead = () => append(id, 150);
    await append(id);
    await settle();
    await settle();
    expect(reader?.sequences).toEqual(upTo(154));
  });

  it("get every event once when hints are late, doubled and in another order", async () => {
    const kept: News[] = [];
    heard = (news) => {
      kept.push(news);
      return kept.length % 3 === 0 ? [...kept.splice(0).toReversed(), null] : [];
    };
    const id = await made();
    const readers = await many(3, id);
    for (let n = 0; n < 30; n += 1) await append(id);
    await settle();
    for (const reader of readers) expect(reader.sequences).toEqual(upTo(33));
  });

  it("get events that were appended while the first of them read", async () => {
    const id = await made();
    afterRead = () => append(id);
    const reader = read(id);
    await settle();
    await settle();
    expect(reader.sequences).toEqual(upTo(4));
  });

  it("get more than a page, from any place", async () => {
    const id = await made(350);
    const readers = [read(id), read(id, 120), read(id, 349)];
    await settle();
    await append(id, 250);
    await settle();
    expect(readers.map(({ sequences }) => sequences)).toEqual([upTo(600), upTo(600).slice(120), upTo(600).slice(349)]);
  });

  it("read on their own when they are slower than the window, and lose nothing", async () => {
    const id = await made();
    const [reader] = await many(1, id);
    const slow = createLogFeed({
      store,
      tails,
      clock,
      heartbeatMs: 15_000,
      sessionId: id,
      after: { sequence: 3, id: null },
    });
    for (let n = 0; n < 12; n += 1) await append(id, 60);
    await settle();
    let last = "";
    for (let n = 0; n < 8; n += 1) last = (await slow.next()) ?? "";
    expect(last).toContain("id: 723.");
    expect(reader?.sequences).toEqual(upTo(723));
    slow.end();
  });
});

describe("a hint that is lost", () => {
  it("delays events for at most a second, with one read a second for all silent streams", async () => {
    heard = () => [];
    const ids = await Promise.all(Array.from({ length: 30 }, () => made()));
    const readers = ids.map((id) => read(id));
    await settle();
    counts = { pages: 0, watched: 0 };
    await clock.advance(20_000);
    expect(counts).toEqual({ pages: 0, watched: 20 });
    await append(ids[7]!);
    await clock.advance(1_000);
    expect(readers[7]?.sequences).toEqual(upTo(4));
    expect(counts).toEqual({ pages: 1, watched: 21 });
    end(readers);
    expect(clock.pending).toBe(0);
  });

  it("about the removal of a session ends its streams within a second", async () => {
    heard = () => [];
    const [id, other] = [await made(), await made()];
    const readers = [read(id), read(other)];
    await settle();
    await inner.eraseData({ kind: "session", sessionId: id });
    await clock.advance(1_000);
    expect(readers.map(({ isOver }) => isOver)).toEqual([true, false]);
  });
});

describe("a session that is made again under its id", () => {
  it("ends the streams of the one before, and gives its log to new ones", async () => {
    const id = await made(5);
    const [before] = await many(1, id);
    await inner.eraseData({ kind: "session", sessionId: id });
    await made(2, id);
    const after = read(id);
    await clock.advance(1_000);
    expect([before?.isOver, before?.sequences]).toEqual([true, upTo(5)]);
    expect([after.isOver, after.sequences]).toEqual([false, upTo(2)]);
    await append(id);
    await settle();
    expect(after.sequences).toEqual(upTo(3));
  });

  it("ends them also when it has as many events, without a hint", async () => {
    heard = () => [];
    const id = await made(5);
    const [before] = await many(1, id);
    await inner.eraseData({ kind: "session", sessionId: id });
    await made(5, id);
    await clock.advance(1_000);
    expect([before?.isOver, before?.sequences]).toEqual([true, upTo(5)]);
  });

  it("ends them when this process appends right behind the last event that they have", async () => {
    const id = await made(5);
    const [before] = await many(1, id);
    heard = () => [];
    await inner.eraseData({ kind: "session", sessionId: id });
    await made(5, id);
    heard = (news) => [news];
    await append(id);
    await settle();
    expect([before?.isOver, before?.sequences]).toEqual([true, upTo(5)]);
  });
});

describe("a database that is away", () => {
  it("is reported on the streams, which go on when it answers again", async () => {
    heard = () => [null];
    const id = await made();
    const [reader] = await many(1, id);
    isAway = true;
    await append(id);
    await clock.advance(2_500);
    expect(reader?.text).toContain(": waiting");
    isAway = false;
    await clock.advance(1_000);
    expect(reader?.sequences).toEqual(upTo(4));
    expect(faults).toEqual([]);
  });
});
