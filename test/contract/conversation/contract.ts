/** Guarantees of a conversation, through either door. */
import { afterEach, describe } from "vitest";
import { conversationEnds } from "./ends.js";
import { conversationErrors } from "./errors.js";
import { conversationFiles } from "./files.js";
import { conversationHistory } from "./history.js";
import { conversationPlaces } from "./places.js";
import { conversationPresence } from "./presence.js";
import { conversationSends } from "./sends.js";
import { conversationStatus } from "./status.js";
import { conversationStops } from "./stops.js";
import { firstAnswers } from "./first-answers.js";
import { conversationWaits } from "./waits.js";
import { conversationWrites } from "./writes.js";
import type { Door, Tab } from "./doors.js";
import type { Contract } from "./tabs.js";
import { createContractWorld } from "./world.js";

/** Runs the whole contract for one door. */
export function conversationContract(name: string, door: Door): void {
  const ends: (() => unknown)[] = [];
  const leaves = new WeakMap<Tab, () => void>();
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  const contract: Contract = {
    takes: door.takes,
    async start(options = {}) {
      const world = await createContractWorld({ kindOf: door.kindOf, ...options });
      ends.push(world.close);
      return world;
    },
    look(world, options = {}) {
      const tab = door.open(world, options);
      const leave = tab.subscribe(() => {});
      leaves.set(tab, leave);
      ends.push(tab.dispose, leave);
      return tab;
    },
    leave: (tab) => leaves.get(tab)?.(),
    async open(world, options) {
      const tab = contract.look(world, options);
      await world.until(() => tab.getView().connection === "live", "a live connection");
      return tab;
    },
  };
  describe(`a conversation through the ${name} door`, () => {
    conversationPresence(contract);
    conversationWaits(contract);
    firstAnswers(contract);
    conversationWrites(contract);
    conversationErrors(contract);
    conversationSends(contract);
    conversationPlaces(contract);
    conversationFiles(contract);
    conversationStatus(contract);
    conversationStops(contract);
    conversationHistory(contract);
    conversationEnds(contract);
  });
}
