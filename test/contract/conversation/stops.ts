import { describe, expect, it } from "vitest";
import { rowsOf, textsOf, type Contract } from "./tabs.js";

export function conversationStops({ start, open }: Contract): void {
  describe("stop", () => {
    it("interrupts the running turn and keeps the text so far", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/say Before\n/silence 600\n/say After");
      await world.until(() => textsOf(tab.getView()).includes("Before"));
      await tab.stop();
      await world.until(() => !tab.getView().isRunning);
      expect(textsOf(tab.getView())).toContain("Before");
      expect((await world.session()).status).toBe("idle");
    });

    it("pressed while the message is on its way stops its turn as soon as it is accepted", async () => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "delay", ms: 2_000 } : undefined));
      const sent = tab.sendMessage("/silence 600\n/say After");
      await world.pass(100);
      expect(tab.getView()).toMatchObject({ isRunning: true, isAccepted: false });
      await tab.stop();
      await world.pass(2_000);
      await sent;
      await world.until(() => !tab.getView().isRunning);
      expect((await world.session()).status).toBe("idle");
      expect((await world.log()).some(({ type }) => type === "turn.cancelled")).toBe(true);
    });

    it("pressed early is forgotten with the message that it was meant for", async () => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "no-answer" } : undefined));
      tab.sendMessage({ text: "/say One", clientEventId: "one" }).catch(() => {});
      await world.pass(100);
      await tab.stop();
      tab.discard("one");
      world.setPlan(() => undefined);
      await tab.sendMessage("/say Two");
      await world.until(() => textsOf(tab.getView()).includes("Two"));
      expect((await world.log()).some(({ type }) => type === "turn.cancelled")).toBe(false);
    });

    it("reports a late failure of an early press", async () => {
      const world = await start();
      const errors: Error[] = [];
      const tab = await open(world, { onError: (error) => errors.push(error) });
      world.setPlan(({ kind }) => {
        if (kind === "send") return { kind: "delay", ms: 2_000 };
        return kind === "stop" ? { kind: "status", status: 500 } : undefined;
      });
      const sent = tab.sendMessage("/silence 60");
      await world.pass(100);
      await tab.stop();
      await world.pass(2_000);
      await sent;
      await world.until(() => errors.length > 0, "the failure of the stop");
      await world.pass(100);
      expect(tab.getView().error).toMatchObject({ status: 500 });
    });

    it("of a turn that ended meanwhile is no error", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/silence 1");
      await world.until(() => tab.getView().isRunning);
      world.setPlan(({ kind }) => (kind === "stop" ? { kind: "delay", ms: 5_000 } : undefined));
      const stopped = tab.stop();
      await world.pass(6_000);
      await stopped;
      expect(tab.getView()).toMatchObject({ isRunning: false, error: null });
    });

    it("withdraws what waits, one at a time", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/silence 600");
      await world.until(() => tab.getView().isRunning);
      await tab.sendMessage("/say Waiting");
      await world.until(() => tab.getView().queue.length === 1);
      await tab.removeQueued(tab.getView().queue[0]?.turnId ?? "");
      await world.until(() => tab.getView().queue.length === 0);
      await tab.stop();
      await world.until(() => !tab.getView().isRunning);
      expect(textsOf(tab.getView())).not.toContain("Waiting");
    });

    it("withdraws a message in flight as soon as it is accepted", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/silence 600");
      await world.until(() => tab.getView().isRunning);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "delay", ms: 2_000 } : undefined));
      const sent = tab.sendMessage("/say Waiting");
      await world.pass(100);
      const [prompt] = tab.getView().queue;
      expect(prompt).toMatchObject({ isSending: true });
      let isRemoved = false;
      const removed = tab.removeQueued(prompt?.turnId ?? "").then(() => (isRemoved = true));
      await world.until(() => isRemoved && tab.getView().queue.length === 0, "the withdrawal");
      await Promise.all([sent, removed]);
      expect((await world.log()).filter(({ type }) => type === "turn.cancelled")).toHaveLength(1);
    });

    it("discards messages that wait for the next attempt", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/silence 600");
      await world.until(() => tab.getView().isRunning);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "refuse" } : undefined));
      const sends = ["one", "two"].map((clientEventId) => tab.sendMessage({ text: "/say Waiting", clientEventId }));
      await world.until(() => tab.getView().queue.length === 2 && tab.getView().queue.every(({ isHeld }) => isHeld));
      await tab.removeQueued("two");
      await tab.removeQueued("one");
      await Promise.all(sends.map((sent) => expect(sent).rejects.toMatchObject({ code: "aborted" })));
      await world.until(() => tab.getView().queue.length === 0);
      world.setPlan(() => undefined);
      await world.pass(60_000);
      expect(tab.getView()).toMatchObject({ queue: [], error: null });
    });

    it("marks the first messages as waiting for the next attempt, and discards them", async () => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "refuse" } : undefined));
      const sends = ["one", "two"].map((clientEventId) => tab.sendMessage({ text: "/say Waiting", clientEventId }));
      const held = () => rowsOf(tab.getView()).filter((item) => item.kind === "user-message" && item.delivery?.isHeld);
      await world.until(() => held().length === 2, "both messages are held");
      tab.discard("one");
      tab.discard("two");
      await Promise.all(sends.map((sent) => expect(sent).rejects.toMatchObject({ code: "aborted" })));
      await world.until(() => held().length === 0, "the end of both");
      world.setPlan(() => undefined);
      await world.pass(60_000);
      expect(textsOf(tab.getView())).not.toContain("Waiting");
    });

    it("rejects the withdrawal of a message that is refused", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/silence 600");
      await world.until(() => tab.getView().isRunning);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "status", status: 403 } : undefined));
      const sent = tab.sendMessage({ text: "/say Waiting", clientEventId: "waiting" });
      const removed = tab.removeQueued("waiting");
      await expect(sent).rejects.toMatchObject({ status: 403 });
      await expect(removed).rejects.toMatchObject({ status: 403 });
    });
  });

  describe("a question", () => {
    it("that expires is closed by the server's clock", async () => {
      const world = await start();
      const tab = await open(world);
      await world.say("/ask text expires 30");
      await world.until(() => tab.getView().pending.length === 1, "the question");
      const [asked] = tab.getView().pending;
      expect(asked?.kind === "question" && asked.deadline).toEqual(expect.any(Number));
      await world.pass(40_000);
      await world.until(() => tab.getView().pending.length === 0 || tab.getView().pending[0]?.state.name !== "pending");
    });
  });
}
