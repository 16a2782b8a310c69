import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";
import { eventLog } from "../../src/testing/events.js";
import { createManualClock } from "../../src/testing/manual-clock.js";
import { createLoadedService, type LoadedService } from "../session/loaded-service.js";

let service: LoadedService;
beforeAll(async () => {
  service = await createLoadedService();
});
afterAll(() => service.close());

/** Follows a log of two events. The first connection gets this answer from a server on the way. */
async function follow(answer: () => Response) {
  const log = eventLog();
  for (let n = 0; n < 2; n += 1) log.add("agent.message.delta", { text: `${n}` }, { turnId: "t" });
  const ref = await service.load(log.events);
  const clock = createManualClock();
  let asked = 0;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked += 1;
    return asked === 1 ? answer() : service.fetch(input, init);
  };
  const seen: number[] = [];
  const read = async () => {
    const client = service.client({ fetch, clock, random: () => 0.5 });
    for await (const { sequence } of streamSessionEvents(client, ref)) {
      seen.push(sequence);
      if (seen.length === 2) return seen;
    }
    return seen;
  };
  const all = read();
  all.catch(() => {});
  await expect.poll(() => asked).toBe(1);
  await clock.advanceAsync(60_000);
  return all;
}

const page = (status: number) => () =>
  new Response("<html>Not the service</html>", { status, headers: { "content-type": "text/html" } });

describe("the first connection of a stream", () => {
  it.each([502, 503, 504, 429])("is tried again after a %d of a gateway", async (status) => {
    expect(await follow(page(status))).toEqual([1, 2]);
    expect(await follow(() => new Response(null, { status }))).toEqual([1, 2]);
  });

  it.each([200, 404, 405, 501])("ends with an error after a page with %d, as at a wrong address", async (status) => {
    await expect(follow(page(status))).rejects.toMatchObject({ name: "ServiceApiError" });
  });
});
