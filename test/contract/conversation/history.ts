import { describe, expect, it } from "vitest";
import { rowsOf, textsOf, type Contract } from "./tabs.js";

/** Characters of a long message, and the most that a conversation keeps. */
const long = 60_000;
const mostSize = 8 * 1024 * 1024;

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

  describe("a conversation that continues while it is followed", () => {
    const textOf = (turn: number) => `${turn} ${"x".repeat(long)}`;
    const turnsOf = (view: Parameters<typeof textsOf>[0]) =>
      textsOf(view).flatMap((text) => (text.length > long && !text.startsWith("/") ? Number.parseInt(text, 10) : []));

    it("keeps a bounded part in memory, whose beginning can be read again", async () => {
      const world = await start();
      const tab = await open(world);
      const wanted = 90;
      let most = 0;
      for (let turn = 0; turn < wanted; turn += 1) {
        await world.say(`/say ${textOf(turn)}`);
        await world.until(() => turnsOf(tab.getView()).at(-1) === turn && !tab.getView().isRunning, `turn ${turn}`);
        const size = textsOf(tab.getView()).reduce((sum, text) => sum + text.length, 0);
        most = Math.max(most, size);
      }
      expect(wanted * 2 * long).toBeGreaterThan(1.25 * mostSize);
      // A page, or a turn, may be above it.
      expect(most).toBeLessThan(1.2 * mostSize);
      const kept = turnsOf(tab.getView());
      expect(kept).toEqual(kept.map((_, index) => wanted - kept.length + index));
      expect(tab.getView()).toMatchObject({ hasOlder: true, hasNewer: false, error: null });
      const read = new Set(kept);
      for (let pages = 0; tab.getView().hasOlder && pages < 50; pages += 1) {
        await tab.loadOlder();
        await world.pass(100);
        const now = turnsOf(tab.getView());
        expect(now).toEqual(now.map((_, index) => (now[0] ?? 0) + index));
        for (const turn of now) read.add(turn);
      }
      expect(textsOf(tab.getView())[0]).toBe("p0");
      expect(read.size).toBe(wanted);
      while (tab.getView().hasNewer) {
        const last = turnsOf(tab.getView()).at(-1);
        await tab.loadNewer();
        await world.pass(100);
        const now = turnsOf(tab.getView());
        expect(now).toEqual(now.map((_, index) => (now[0] ?? 0) + index));
        expect(now.at(-1)).toBeGreaterThan(last ?? -1);
      }
      expect(turnsOf(tab.getView()).at(-1)).toBe(wanted - 1);
    });
  });
}
