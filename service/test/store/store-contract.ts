import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../src/store/store.js";
import { automationContract } from "./contract/automations.js";
import { dataContract } from "./contract/data.js";
import { directoryContract } from "./contract/directory.js";
import { exportContract } from "./contract/exporting.js";
import { filesContract } from "./contract/files.js";
import { contractOf } from "./contract/fixtures.js";
import { integrationContract } from "./contract/integrations.js";
import { keepingContract } from "./contract/keeping.js";
import { machineContract } from "./contract/machines.js";
import { logContract } from "./contract/log.js";
import { memberContract } from "./contract/members.js";
import { memoryContract } from "./contract/memories.js";
import { producerContract } from "./contract/producers.js";
import { roomContract } from "./contract/room.js";
import { scheduleContract } from "./contract/schedules.js";
import { sessionContract } from "./contract/sessions.js";
import { usageContract } from "./contract/usage.js";
import { runningContract } from "./contract/running.js";
import { watchContract } from "./contract/watch.js";
import { workContract } from "./contract/work.js";

/**
 * Contract of every store; the `Store` interface defines the terms. `makeStore` returns an empty one that may be
 * closed; `emptyStore`, where opening is slow, the same one each time, emptied.
 */
export function storeContract(name: string, makeStore: () => Promise<Store>, emptyStore = makeStore): void {
  describe(`${name} keeps the store contract`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await emptyStore();
    });
    afterEach(() => (emptyStore === makeStore ? store.close() : undefined));

    const the = contractOf(() => store);
    directoryContract(the);
    sessionContract(the);
    logContract(the);
    keepingContract(the);
    workContract(the);
    watchContract(the);
    filesContract(the);
    memoryContract(the);
    memberContract(the);
    machineContract(the);
    scheduleContract(the);
    integrationContract(the);
    automationContract(the);
    roomContract(the);
    usageContract(the);
    runningContract(the);
    dataContract(the);
    exportContract(the, makeStore);
    producerContract(the);

    it("refuses calls after it was closed, and closes twice", async () => {
      const closed = await makeStore();
      await closed.close();
      await closed.close();
      await expect(closed.getSession("s")).rejects.toThrow(/./);
    });
  });
}
