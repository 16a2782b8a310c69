import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Clock } from "../../src/foundation/clock.js";
import { lastSequenceOf, type SessionEvent } from "../../src/protocol/session-event.js";
import type { SessionRef } from "../../src/session/service-client.js";
import { streamSessionEvents } from "../../src/session/stream-session-events.js";
import { faultFetch, type Fault, type FaultPlan, type SeenRequest } from "../../src/testing/fault-fetch.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { createLoadedService, type LoadedService } from "./loaded-service.js";
import { seededRandom, wild } from "./wild-bytes.js";

/** Waits pass at once; the limits of a silent network never do. */
const hurried: Clock = {
  now: () => 0,
  after(ms, run) {
    if (ms >= 15_000) return () => {};
    const soon = setImmediate(run);
    return () => clearImmediate(soon);
  },
};

const counts = { logs: 0, follows: 0, connections: 0, cuts: 0, "cuts in holes": 0, cursors: new Set<string>() };
let service: LoadedService;

beforeAll(async () => {
  service = await createLoadedService();
});

afterAll(async () => {
  await service.close();
  console.info("Resuming the event stream:", JSON.stringify({ ...counts, cursors: counts.cursors.size }));
});

interface Follow {
  readonly ref: SessionRef;
  readonly log: readonly SessionEvent[];
  readonly after: number;
  readonly plan: FaultPlan;
}

/** Follows a log from a cursor to its end, and holds every event to be the next one, unchanged, once. */
async function follow({ ref, log, after, plan }: Follow): Promise<readonly SessionEvent[]> {
  const abort = new AbortController();
  const fetch = faultFetch(service.fetch, plan);
  const client = service.client({ fetch, clock: hurried, random: () => 0.5 });
  const seen: SessionEvent[] = [];
  counts.follows += 1;
  counts.cursors.add(`${ref.sessionId}:${after}`);
  for await (const event of streamSessionEvents(client, ref, { after, signal: abort.signal })) {
    const expected = log[after + seen.length];
    if (event.sequence !== expected?.sequence || !isSame(event, expected)) {
      throw new Error(`Event ${expected?.sequence} was to come next, and ${JSON.stringify(event)} came.`);
    }
    seen.push(event);
    if (after + seen.length === log.length) abort.abort();
  }
  expect(after + seen.length).toBe(log.length);
  counts.connections += fetch.seen.filter(isStream).length;
  return seen;
}

function isSame(a: SessionEvent, b: SessionEvent): boolean {
  return a.type === b.type && a.turnId === b.turnId && JSON.stringify(a.payload) === JSON.stringify(b.payload);
}

function isStream({ url }: Pick<SeenRequest, "url">): boolean {
  return url.pathname.endsWith("/events/stream");
}

function cut(at: number, random: () => number): Fault {
  counts.cuts += 1;
  return { kind: random() < 0.5 ? "cut" : "close", at };
}

/** Nothing but a later frame tells of a lost one, so a connection that loses some ends with what the log has now. */
const closeAtEnd: Fault = {
  kind: "rewrite",
  async *rewrite(chunks) {
    for await (const chunk of chunks) {
      yield chunk;
      if (new TextDecoder().decode(chunk).includes(": connected")) return;
    }
  },
};

/** A network that cuts most connections somewhere, and loses, repeats or swaps a frame of some. */
function badNetwork(random: () => number): FaultPlan {
  const upTo = (most: number) => Math.floor(random() * most);
  const frameFault = (): Fault => {
    const kind = (["drop-frame", "duplicate-frame", "swap-frames"] as const)[upTo(3)] ?? "drop-frame";
    return { kind, index: upTo(4) };
  };
  return (request) => {
    if (isStream(request)) {
      const faults = random() < 0.2 ? [frameFault(), closeAtEnd, wild(random)] : [wild(random)];
      return random() < 0.1 ? faults : [...faults, cut(upTo(1500), random)];
    }
    if (random() < 0.4) return [];
    counts["cuts in holes"] += 1;
    if (random() < 0.8) return { kind: "cut", at: upTo(400) };
    return random() < 0.5 ? { kind: "status", status: 503 } : { kind: "refuse" };
  };
}

/** The log as compact pages tell it, up to the end of some page. */
async function readCompact(ref: SessionRef, random: () => number): Promise<readonly SessionEvent[]> {
  const client = service.client();
  const events: SessionEvent[] = [];
  for (let after = 0; ;) {
    const page = await client.listEvents(ref, { after, compact: true, limit: 1 + Math.floor(random() * 40) });
    events.push(...page.events);
    after = page.nextAfter ?? after;
    if (!page.hasMore || random() < 0.2) return events;
  }
}

describe("streamSessionEvents, over a network that cuts", () => {
  it("gives the log 1..n once each, cut at every byte", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog({ maxEvents: 6 }), fc.nat(), async (log, seed) => {
        counts.logs += 1;
        const ref = await service.load(log);
        const random = seededRandom(seed);
        let cursor = -1;
        let at = 0;
        // One connection a byte: the next cut is one byte further, and starts over where an event got through.
        const plan: FaultPlan = (request) => {
          if (!isStream(request)) return [];
          const after = Number(request.url.searchParams.get("after"));
          at = after === cursor ? at + 1 : 0;
          cursor = after;
          return cut(at, random);
        };
        await follow({ ref, log, after: 0, plan });
      }),
      { numRuns: 20 },
    );
  });

  it(
    "gives it once each at drawn cuts, again and again, also in a hole, however the bytes are written",
    { timeout: 240_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryLog(), fc.nat(), async (log, seed) => {
          counts.logs += 1;
          const ref = await service.load(log);
          const random = seededRandom(seed);
          const enough = counts.cuts + 200;
          while (counts.cuts < enough) {
            const after = Math.floor(random() * random() * log.length);
            await follow({ ref, log, after, plan: badNetwork(random) });
          }
        }),
        { numRuns: 280 },
      );
    },
  );

  it("goes on from compact pages to the timeline of the uncut log", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog(), fc.nat(), async (log, seed) => {
        const ref = await service.load(log);
        const random = seededRandom(seed);
        const whole = await follow({ ref, log, after: 0, plan: () => [] });
        const compact = await readCompact(ref, random);
        const after = compact.length === 0 ? 0 : Math.max(...compact.map(lastSequenceOf));
        const rest = after < log.length ? await follow({ ref, log, after, plan: badNetwork(random) }) : [];
        expect(buildTimeline([...compact, ...rest])).toEqual(buildTimeline(whole));
      }),
      { numRuns: 100 },
    );
  });
});
