import { describe, expect, it } from "vitest";
import type { Contract } from "./tabs.js";

export function conversationStatus({ start, open }: Contract): void {
  describe("status", () => {
    async function watched(world: Awaited<ReturnType<typeof start>>) {
      const tab = await open(world);
      const seen = [tab.getView().status];
      tab.subscribe(() => {
        const { status } = tab.getView();
        if (seen.at(-1) !== status) seen.push(status);
      });
      return { tab, seen };
    }

    it("is submitted until the answer begins, streaming while it is written, and ready afterwards", async () => {
      const world = await start();
      const { tab, seen } = await watched(world);
      await tab.sendMessage("/silence 1\n/say One\n/silence 1\n/say Two");
      await world.until(() => seen.includes("streaming") && !tab.getView().isRunning);
      expect(seen).toEqual(["ready", "submitted", "streaming", "ready"]);
      expect(tab.getView().sessionStatus).toBe("idle");
    });

    it("is ready while a decision waits for a person", async () => {
      const world = await start();
      const { tab } = await watched(world);
      await tab.sendMessage("/approve refund");
      await world.until(() => tab.getView().pending.length > 0);
      expect(tab.getView()).toMatchObject({ status: "ready", sessionStatus: "requires_action", isRunning: true });
    });

    it("is error after a refused message, and names the subject", async () => {
      const world = await start();
      const { tab } = await watched(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "status", status: 422 } : undefined));
      await tab.sendMessage("/say Hello").catch(() => {});
      await world.until(() => tab.getView().error !== null);
      expect(tab.getView()).toMatchObject({ status: "error", errorAbout: "message", sessionStatus: "idle" });
      tab.clearError();
      await world.until(() => tab.getView().status === "ready");
      expect(tab.getView().errorAbout).toBeNull();
    });
  });
}
