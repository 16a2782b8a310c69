import { expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { harness } from "../harness.js";

it("claims a session that is runnable by mistake once, and leaves it", async () => {
  const store = createMemoryStore();
  let claims = 0;
  const counting: Store = {
    ...store,
    claimSession(claim) {
      claims += 1;
      return store.claimSession(claim);
    },
  };
  const service = await harness({ store: counting });
  const session = await service.start("/say hi");
  const sessionId = session.split("/").at(-1)!;
  await store.changeSession(sessionId, {}, () => ({ change: { session: { runnable: true } }, result: null }));
  await service.clock.advance(1_000);
  expect((await store.getSession(sessionId))?.runnable).toBe(false);
  const before = claims;
  await service.clock.advance(60_000);
  expect(claims - before).toBeLessThan(10);
});
