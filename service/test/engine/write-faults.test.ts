import { expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { harness } from "../harness.js";

it("ends the turn and reports the error when a write of the agent's text fails", async () => {
  const bug = new Error("The disk is full.");
  const store = createMemoryStore();
  const service = await harness({ store: { ...store, appendEvents: () => Promise.reject(bug) } });
  const session = await service.start("/long 1000 100");
  await service.clock.advance(40_000);
  const log = await service.log(session);
  expect(log.find(({ type }) => type === "turn.failed")?.payload).toMatchObject({ code: "worker_lost" });
  expect(service.faults).toEqual([bug]);
});
