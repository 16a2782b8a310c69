import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lastSequenceOf, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import type { SessionRef } from "../../src/api/service-client.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { badNetwork, counts, follow, printCounts, resetCounts } from "../session/cut-network.js";
import { createLoadedService, type LoadedService } from "../session/loaded-service.js";
import { runs } from "../support/runs.js";
import { seededRandom } from "../session/wild-bytes.js";

const logs = runs(20, 280);

let service: LoadedService;

beforeAll(async () => {
  resetCounts();
  service = await createLoadedService();
});

afterAll(async () => {
  await service.close();
  printCounts("Resuming the event stream at drawn cuts");
});

/** Many short logs, as short ones are quick to cut everywhere, and long ones for what only they have. */
const anyLog = fc.oneof(
  { weight: 2, arbitrary: arbitraryLog({ maxEvents: 40 }) },
  { weight: 1, arbitrary: arbitraryLog() },
);

/** The log in compact pages, up to the end of one page. */
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
  it(
    "gives it once each at drawn cuts, again and again, also in a hole, however the bytes are written",
    { timeout: 480_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(anyLog, fc.nat(), async (log, seed) => {
          counts.logs += 1;
          const ref = await service.load(log);
          const random = seededRandom(seed);
          const enough = counts.cuts + 200;
          while (counts.cuts < enough) {
            const after = Math.floor(random() * log.length);
            await follow({ service, ref, log, after, plan: badNetwork(random) });
          }
        }),
        { numRuns: logs },
      );
      expect(counts.logs).toBe(logs);
      expect(counts.cuts).toBeGreaterThanOrEqual(logs * 200);
    },
  );

  it("resumes from compact pages with the timeline of the uncut log", async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, fc.nat(), async (log, seed) => {
        const ref = await service.load(log);
        const random = seededRandom(seed);
        const whole = await follow({ service, ref, log, after: 0, plan: () => [] });
        const compact = await readCompact(ref, random);
        const after = compact.length === 0 ? 0 : Math.max(...compact.map(lastSequenceOf));
        const rest = after < log.length ? await follow({ service, ref, log, after, plan: badNetwork(random) }) : [];
        expect(buildTimeline([...compact, ...rest])).toEqual(buildTimeline(whole));
      }),
      { numRuns: runs(30, 100) },
    );
  });
});
