import { describe, expect, it } from "vitest";
import type { SessionView } from "../../../src/conversation/view/session-view.js";
import { rowsOf, textsOf, type Contract } from "./tabs.js";
import { createStorage } from "./world.js";

/** Files of the row with these words; undefined without a row. */
function filesOf(view: SessionView, text: string): readonly unknown[] | undefined {
  const row = rowsOf(view).find((item) => item.kind === "user-message" && item.text === text);
  return row?.kind === "user-message" ? row.resources : undefined;
}

export function conversationFiles({ start, open, look, takes }: Contract): void {
  // A suite that is left out would count as skipped.
  if (!takes.includes("resources")) return;
  describe("a message with a file", () => {
    const text = "/file";
    const named = (fileId: string) => ({ kind: "file", fileId, filename: "plan.txt" });
    const told = (fileId: string) => [{ ...named(fileId), contentType: "text/plain", sizeBytes: 5 }];

    async function begin(options: Parameters<typeof open>[1] = {}) {
      const world = await start();
      const tab = await open(world, options);
      return { world, tab, fileId: await world.upload() };
    }

    it("shows it at once, and as the log has it in every tab and after a reload", async () => {
      const { world, tab, fileId } = await begin();
      const other = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "delay", ms: 1_000 } : undefined));
      const sent = tab.sendMessage({ text, resources: [named(fileId)] });
      await world.pass(100);
      expect(filesOf(tab.getView(), text)).toEqual([named(fileId)]);
      await world.pass(1_000);
      await sent;
      const isAnswered = (view: SessionView) =>
        textsOf(view).some((words) => words.includes("plan.txt, text/plain, 5 bytes"));
      await world.until(() => isAnswered(tab.getView()) && isAnswered(other.getView()));
      const reloaded = await open(world);
      for (const shown of [tab, other, reloaded]) expect(filesOf(shown.getView(), text)).toEqual(told(fileId));
    });

    it("shows it while it waits to be next, and interrupts a turn with it", async () => {
      const { world, tab, fileId } = await begin();
      await world.say("/say Before\n/silence 5\n/say After");
      await world.until(() => textsOf(tab.getView()).includes("Before"));
      await tab.sendMessage({ text, resources: [named(fileId)], delivery: "steer" });
      await world.until(() => textsOf(tab.getView()).some((words) => words.includes("plan.txt")));
      expect(filesOf(tab.getView(), text)).toEqual(told(fileId));
      expect(textsOf(tab.getView())).not.toContain("After");
    });

    it("keeps it when the person sends a failed message again", async () => {
      const { world, tab, fileId } = await begin();
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "status", status: 402 } : undefined));
      await tab.sendMessage({ text, clientEventId: "k", resources: [named(fileId)] }).catch(() => {});
      world.setPlan(() => undefined);
      await tab.retry("k");
      await world.until(
        () => filesOf(tab.getView(), text)?.some((file) => Object.hasOwn(file as object, "sizeBytes")) === true,
      );
      expect(filesOf(tab.getView(), text)).toEqual(told(fileId));
    });

    it("keeps it over a reload with the unsent message", async () => {
      const storage = createStorage();
      const { world, tab, fileId } = await begin({ storage });
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "no-answer" } : undefined));
      tab.sendMessage({ text, resources: [named(fileId)] }).catch(() => {});
      await world.pass(1_000);
      const kept = createStorage();
      for (const key of storage.keys()) kept.set(key, storage.get(key) ?? "");
      tab.dispose();
      world.setPlan(() => undefined);
      const next = look(world, { storage: kept });
      await world.until(() => textsOf(next.getView()).some((words) => words.includes("plan.txt")));
      expect(filesOf(next.getView(), text)).toEqual(told(fileId));
    });
  });
}
