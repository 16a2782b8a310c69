import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeenRequest } from "../../src/testing/fault-fetch.js";
import { arbitraryLog } from "../support/arbitrary-log.js";
import { counts, cut, follow, isStream, printCounts, resetCounts } from "../session/cut-network.js";
import { createLoadedService, type LoadedService } from "../session/loaded-service.js";
import { runs } from "../support/runs.js";
import { seededRandom } from "../session/wild-bytes.js";

const logs = runs(4, 20);

let service: LoadedService;

beforeAll(async () => {
  resetCounts();
  service = await createLoadedService();
});

afterAll(async () => {
  await service.close();
  printCounts("Resuming the event stream at every byte");
});

describe("streamSessionEvents, cut at every byte", () => {
  it("gives the log 1..n once each", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLog({ maxEvents: 5 }), fc.nat(), async (log, seed) => {
        counts.logs += 1;
        const ref = await service.load(log);
        const random = seededRandom(seed);
        let cursor = -1;
        let at = 0;
        // One connection a byte: the next cut is one byte further, and starts over where an event got through.
        const plan = (request: SeenRequest) => {
          if (!isStream(request)) return [];
          const after = Number.parseInt(request.url.searchParams.get("after") ?? "", 10);
          at = after === cursor ? at + 1 : 0;
          cursor = after;
          return cut(at, random);
        };
        await follow({ service, ref, log, after: 0, plan });
      }),
      { numRuns: logs },
    );
    expect(counts.logs).toBe(logs);
    expect(counts.connections).toBeGreaterThan(counts.cuts - 1);
  });
});
