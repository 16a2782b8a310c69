import { expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { harness } from "../harness.js";
import { settle } from "../manual-clock.js";

it("waits for a running look-up of work, so that no closed store is queried", async () => {
  const store = createMemoryStore();
  let answer = (): void => undefined;
  let asked = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const looking = new Promise<void>((resolve) => (asked = resolve));
  const slow: Store = {
    ...store,
    async nextDue() {
      asked();
      await answered;
      return store.nextDue();
    },
  };
  const service = await harness({ store: slow });
  await looking;
  let isClosed = false;
  const closed = service.app.close().then(() => (isClosed = true));
  await settle();
  expect(isClosed).toBe(false);
  answer();
  await closed;
  await store.close();
  await settle();
  expect(service.faults).toEqual([]);
});
