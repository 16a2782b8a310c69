import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.js";
import { directoryContract } from "./contract/directory.js";
import { filesContract } from "./contract/files.js";
import { contractOf } from "./contract/fixtures.js";
import { keepingContract } from "./contract/keeping.js";
import { logContract } from "./contract/log.js";
import { memoryContract } from "./contract/memories.js";
import { sessionContract } from "./contract/sessions.js";
import { workContract } from "./contract/work.js";

/** What every store holds to; see the `Store` interface for the words. */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} keeps the store contract`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await makeStore();
    });
    afterEach(() => store.close());

    const the = contractOf(() => store);
    directoryContract(the);
    sessionContract(the);
    logContract(the);
    keepingContract(the);
    workContract(the);
    filesContract(the);
    memoryContract(the);

    it("refuses calls after it was closed, and closes twice", async () => {
      await store.close();
      await store.close();
      await expect(store.getSession("s")).rejects.toThrow(/./);
    });
  });
}
