import { expect } from "vitest";
import type { Clock } from "../../src/foundation/clock.js";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import type { SessionRef } from "../../src/api/service-client.js";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";
import { faultFetch, type Fault, type FaultPlan, type SeenRequest } from "../../src/testing/fault-fetch.js";
import type { LoadedService } from "./loaded-service.js";
import { wild } from "./wild-bytes.js";

/** Waits pass at once; the limits of a silent network never do. */
const hurried: Clock = {
  now: () => 0,
  after(ms, run) {
    if (ms >= 15_000) return () => {};
    const soon = setImmediate(run);
    return () => clearImmediate(soon);
  },
};

const noCounts = () => ({ logs: 0, follows: 0, connections: 0, cuts: 0, cutsInHoles: 0, cursors: new Set<string>() });

/** Counts of one file, to be printed, as a property without cases always passes. */
export const counts = noCounts();

/** For each file that counts: files of one worker share this module. */
export function resetCounts(): void {
  Object.assign(counts, noCounts());
}

export function printCounts(what: string): void {
  const { cursors, ...rest } = counts;
  console.info(`${what}: ${JSON.stringify({ ...rest, cursors: cursors.size })}`);
}

export interface Follow {
  readonly service: LoadedService;
  readonly ref: SessionRef;
  readonly log: readonly SessionEvent[];
  readonly after: number;
  readonly plan: FaultPlan;
}

/** Follows a log from a cursor to its end, and asserts every event, unchanged and once. */
export async function follow({ service, ref, log, after, plan }: Follow): Promise<readonly SessionEvent[]> {
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
  return a.type === b.type && a.turnId === b.turnId && payloadText(a) === payloadText(b);
}

/** Ids are a session's own and end with the sequence, so what names an event is compared by that. */
function payloadText({ payload }: SessionEvent): string {
  return JSON.stringify(payload, (key, value: unknown) => (key === "triggerEventId" ? String(value).slice(-8) : value));
}

export function isStream({ url }: Pick<SeenRequest, "url">): boolean {
  return url.pathname.endsWith("/events/stream");
}

export function cut(at: number, random: () => number): Fault {
  counts.cuts += 1;
  return { kind: random() < 0.5 ? "cut" : "close", at };
}

/** Only a later frame reveals a lost one, so a connection that loses frames ends with the current log. */
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
export function badNetwork(random: () => number): FaultPlan {
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
    counts.cutsInHoles += 1;
    if (random() < 0.8) return { kind: "cut", at: upTo(400) };
    return random() < 0.5 ? { kind: "status", status: 503 } : { kind: "refuse" };
  };
}
