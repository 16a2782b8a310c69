import { expect, it } from "vitest";
import { isThorough } from "../../../test/support/runs.js";
import { settle } from "../manual-clock.js";
import { webhookWorld } from "./webhook-world.js";

const senders = 10;
const ids = isThorough ? 1_000 : 40;

it("makes one run of each id, however many senders deliver it at once", { timeout: 600_000 }, async () => {
  const world = await webhookWorld({ webhooksPerMinute: 1_000_000 });
  const source = await world.source();
  await world.trigger(source, { sessionTemplate: { prompt: "/say hi" } });
  const own = `${world.sources}/${String(source["id"])}`;
  let accepted = 0;
  let fresh = 0;
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      // Each begins elsewhere, so that ids meet in every order.
      for (let n = 0; n < ids; n += 1) {
        const id = `e-${(n * 7 + sender * 3) % ids}`;
        const answer = await world.post(source, { id, type: "order.created" }, { deliveryId: id });
        if (answer.status === 202) accepted += 1;
        if ((answer.body["duplicate"] as unknown) === false) fresh += 1;
      }
    }),
  );
  expect([accepted, fresh]).toEqual([senders * ids, ids]);
  const count = async (path: string, name: string) => {
    await settle();
    return ((await world.call("GET", `${path}?limit=500`)).body[name] ?? []).length;
  };
  await expect.poll(() => count(`${own}/events`, "events")).toBe(Math.min(ids, 500));
  const sessions = async () => {
    await settle();
    let found = 0;
    for (let cursor = ""; ;) {
      const page = await world.call("GET", `${world.workspace}/sessions?view=page&limit=500${cursor}`);
      found += page.body["sessions"]?.length ?? 0;
      if (page.body["nextCursor"] === null) return found;
      cursor = `&cursor=${String(page.body["nextCursor"])}`;
    }
  };
  await expect.poll(sessions, { timeout: 120_000 }).toBe(ids);
  await settle();
  expect(await sessions()).toBe(ids);
  expect(world.faults).toEqual([]);
});
