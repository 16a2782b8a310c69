import { describe, expect, it } from "vitest";
import { rowsOf, textsOf, type Contract } from "./tabs.js";

/** 5,000 messages: a prompt and an answer each turn. */
const turns = 2_500;

/** The numbers of the prompts that are shown, in order. */
function promptsOf(view: Parameters<typeof textsOf>[0]): readonly number[] {
  return textsOf(view).flatMap((text) => (text.startsWith("p") ? Number(text.slice(1)) : []));
}

export function conversationHistory({ start, open }: Contract): void {
  describe("a conversation of 5,000 messages", () => {
    it("is read back to its first message, keeps a bounded part and returns to the newest", async () => {
      const world = await start({ turns });
      const tab = await open(world);
      const read = new Set(textsOf(tab.getView()));
      let most = rowsOf(tab.getView()).length;
      for (let pages = 0; tab.getView().hasOlder && pages < 100; pages += 1) {
        await tab.loadOlder();
        await world.pass(100);
        const texts = textsOf(tab.getView());
        const order = promptsOf(tab.getView());
        expect(order).toEqual(order.map((_, index) => (order[0] ?? 0) + index));
        for (const text of texts) read.add(text);
        most = Math.max(most, rowsOf(tab.getView()).length);
      }
      expect(read.size).toBe(turns * 2);
      expect(textsOf(tab.getView())[0]).toBe("p0");
      expect(tab.getView()).toMatchObject({ hasOlder: false, hasNewer: true });
      // Each turn has a row for its end besides the prompt and the answer.
      expect(most).toBeLessThan(turns * 2);
      // Forward again, page by page, to where the followed part begins.
      for (let pages = 0; tab.getView().hasNewer && pages < 100; pages += 1) {
        const before = textsOf(tab.getView()).at(-1);
        await tab.loadNewer();
        await world.pass(100);
        const order = promptsOf(tab.getView());
        expect(order).toEqual(order.map((_, index) => (order[0] ?? 0) + index));
        expect(textsOf(tab.getView()).at(-1)).not.toBe(before);
        most = Math.max(most, rowsOf(tab.getView()).length);
      }
      expect(textsOf(tab.getView()).at(-1)).toBe(`a${turns - 1}`);
      expect(most).toBeLessThan(turns * 2);
      await tab.jumpToLatest();
      await world.pass(100);
      expect(textsOf(tab.getView()).at(-1)).toBe(`a${turns - 1}`);
      expect(tab.getView().hasNewer).toBe(false);
      await tab.sendMessage("/say Newest");
      await world.until(() => textsOf(tab.getView()).includes("Newest"));
      expect(tab.getView().hasNewer).toBe(false);
    });

    it("shows the newest part when a person sends from an older one", async () => {
      const world = await start({ turns });
      const tab = await open(world);
      while (tab.getView().hasOlder) {
        await tab.loadOlder();
        await world.pass(100);
      }
      await tab.sendMessage("/say Newest");
      await world.until(() => textsOf(tab.getView()).includes("Newest"));
      expect(tab.getView().hasNewer).toBe(false);
    });
  });
}
