import type { Browser, BrowserContext } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { launch } from "../journeys/support/browser.js";
import { converse, type Outcome } from "./support/converse.js";
import { countsOf } from "./support/counts.js";
import { openHost, type Host } from "./support/host.js";

/**
 * `FAULTS_SEED=17` runs that conversation only, `FAULTS_SEED=17,40` those two; `FAULTS_COUNT=500` runs that many,
 * starting at `FAULTS_FIRST`. The same seed draws the same steps and faults; their timing depends on the machine, so
 * a failure may need a few runs to recur.
 */
const { FAULTS_SEED, FAULTS_COUNT = "25", FAULTS_FIRST = "1" } = process.env;
const seeds = FAULTS_SEED
  ? FAULTS_SEED.split(",").map(Number)
  : Array.from({ length: Number(FAULTS_COUNT) }, (_, index) => Number(FAULTS_FIRST) + index);

let browser: Browser;
let context: BrowserContext;
let host: Host;
const outcomes: Outcome[] = [];

beforeAll(async () => {
  host = await openHost(inject("hostUrl"), inject("service"));
  browser = await launch();
  context = await browser.newContext();
  await context.addCookies([{ ...host.cookie, domain: "127.0.0.1", path: "/" }]);
});
afterAll(() => browser.close());

describe.concurrent("over a network that cuts, stalls, loses and resets", () => {
  it.each(seeds)("every tab finally shows the log, which has each message once: seed %i", async (seed) => {
    const outcome = await converse(seed, context, host);
    outcomes.push(outcome);
    const { plan, pages, reference, typed, events, errors } = outcome;
    if (FAULTS_SEED) console.info(`Seed ${seed}: ${JSON.stringify({ plan, pages, events }, null, 2)}`);
    expect(errors).toEqual([]);
    for (const { rows, queue, open, isAtRest, connection } of pages) {
      expect({ rows, queue, open }).toEqual(reference);
      expect({ isAtRest, connection }).toEqual({ isAtRest: true, connection: "live" });
    }
    const messages = events.filter(({ type }) => type === "user.message");
    expect(messages.map(({ payload }) => (payload as { text: string }).text).toSorted()).toEqual(typed.toSorted());
    const keys = messages.flatMap(({ clientEventId }) => clientEventId ?? []);
    expect(new Set(keys).size).toBe(typed.length);
    const decided = decidedIds(outcome);
    expect(new Set(decided).size).toBe(decided.length);
  });
});

it("meets every kind of fault, and takes every kind of step", () => {
  const counts = countsOf(outcomes);
  console.info(`Conversations over a bad network, seeds ${seeds[0]} to ${seeds.at(-1)}: ${JSON.stringify(counts)}`);
  // A few conversations need not meet all.
  if (seeds.length < 25) return;
  expect(Object.values(counts.steps)).not.toContain(0);
  expect(Object.values(counts.faults)).not.toContain(0);
});

function decidedIds({ events }: Outcome): readonly unknown[] {
  const named: Record<string, string> = {
    "user.approvalDecision": "approvalId",
    "user.humanInputResponse": "requestId",
  };
  return events.flatMap(({ type, payload }) => {
    const name = named[type];
    return name === undefined ? [] : [(payload as Record<string, unknown>)[name]];
  });
}
