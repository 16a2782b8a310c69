import { describe, expect, it } from "vitest";
import { textsOf, type Contract } from "./tabs.js";

export function conversationEnds({ start, open, leave }: Contract): void {
  describe("a conversation that is disposed of", () => {
    it("forgets everything at once, asks nothing more and refuses to send", async () => {
      const world = await start();
      const tab = await open(world);
      await tab.sendMessage("/say Private");
      await world.until(() => textsOf(tab.getView()).includes("Private"));
      const { length } = world.asked();
      tab.dispose();
      const { settled, live, pending, isRunning, connection } = tab.getView();
      expect({ settled, live, pending, isRunning, connection }).toEqual({
        settled: [],
        live: [],
        pending: [],
        isRunning: false,
        connection: "closed",
      });
      await expect(tab.sendMessage("/say More")).rejects.toMatchObject({ code: "aborted" });
      await world.pass(600_000);
      expect(world.asked()).toHaveLength(length);
    });

    it.each(["before", "after"])("leaves no timer when its listener leaves %s its end", async (order) => {
      const world = await start();
      const tab = await open(world);
      await tab.sendMessage("/say Private");
      if (order === "before") leave(tab);
      tab.dispose();
      leave(tab);
      await world.pass(0);
      expect(world.waiting()).toBe(0);
    });
  });
}
