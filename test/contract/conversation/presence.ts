import { describe, expect, it } from "vitest";
import { textsOf, type Contract } from "./tabs.js";
import { createPage } from "./world.js";

export function conversationPresence({ start, open, leave }: Contract): void {
  describe("a tab without listeners", () => {
    it("keeps its stream for a second, and sends nothing afterwards", async () => {
      const world = await start();
      const tab = await open(world);
      leave(tab);
      await world.pass(900);
      expect(tab.getView().connection).toBe("live");
      await world.pass(200);
      expect(tab.getView().connection).toBe("idle");
      const { length } = world.asked();
      await world.say("/say Meanwhile");
      await world.pass(600_000);
      expect(world.asked()).toHaveLength(length);
      const again = tab.subscribe(() => {});
      await world.until(() => textsOf(tab.getView()).includes("Meanwhile"));
      again();
    });

    it("keeps its stream for a listener that returns within a second", async () => {
      const world = await start();
      const tab = await open(world);
      leave(tab);
      await world.pass(500);
      const again = tab.subscribe(() => {});
      await world.pass(60_000);
      expect(tab.getView().connection).toBe("live");
      expect(world.asked("stream")).toHaveLength(1);
      again();
    });
  });

  describe("on a hidden page", () => {
    it("closes its stream after 15 s and resumes without loss once the page is seen", async () => {
      const world = await start();
      const { presence, hide } = createPage();
      const tab = await open(world, { presence });
      hide(true);
      await world.pass(14_900);
      expect(tab.getView().connection).toBe("live");
      await world.pass(200);
      expect(tab.getView().connection).toBe("idle");
      await world.say("/say Meanwhile");
      const { length } = world.asked();
      await world.pass(600_000);
      expect(world.asked()).toHaveLength(length);
      hide(false);
      await world.until(() => textsOf(tab.getView()).includes("Meanwhile"));
      expect(textsOf(tab.getView())).toEqual(["p0", "a0", "/say Meanwhile", "Meanwhile"]);
    });

    it("polls every 20 s for a listener that asks for it, without a stream in between", async () => {
      const world = await start();
      const { presence, hide } = createPage();
      const tab = await open(world, { presence });
      const leave = tab.subscribe(() => {}, { whileHidden: () => true });
      hide(true);
      await world.pass(16_000);
      expect(tab.getView().connection).toBe("idle");
      await world.say("/approve deploy {}");
      let held = 0;
      for (let second = 0; second < 120; second += 1) {
        await world.pass(1_000);
        if (tab.getView().connection !== "idle") held += 1;
      }
      expect(tab.getView().pending).toHaveLength(1);
      expect(held).toBeLessThan(30);
      leave();
    });
  });
}
