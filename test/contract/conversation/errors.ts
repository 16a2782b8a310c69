import { describe, expect, it } from "vitest";
import { deliveryOf, rowsOf, textsOf, type Contract } from "./tabs.js";
import type { RequestKind, Plan } from "./world.js";

const refusing =
  (kind: RequestKind, status = 422): Plan =>
  (request) =>
    request.kind === kind
      ? { kind: "status", status, body: { error: { code: "refused", message: "No." } } }
      : undefined;

export function conversationErrors({ start, open, look }: Contract): void {
  describe("an error is over when its cause is:", () => {
    it("a connection that was given up, once it is live again", async () => {
      const world = await start();
      world.setPlan(refusing("newest", 403));
      const tab = look(world);
      await world.until(() => tab.getView().connection === "closed");
      expect(tab.getView()).toMatchObject({ isMissing: true, error: { status: 403 } });
      world.setPlan(() => undefined);
      tab.reconnect();
      await world.until(() => tab.getView().connection === "live");
      expect(tab.getView()).toMatchObject({ isMissing: false, error: null });
    });

    it("a refused message, once it is sent or discarded", async () => {
      const world = await start();
      const errors: Error[] = [];
      const tab = await open(world, { onError: (error) => errors.push(error) });
      world.setPlan(refusing("send"));
      await expect(tab.sendMessage({ text: "/say One", clientEventId: "one" })).rejects.toMatchObject({ status: 422 });
      await expect(tab.sendMessage({ text: "/say Two", clientEventId: "two" })).rejects.toMatchObject({ status: 422 });
      await world.until(() => deliveryOf(tab.getView(), "/say Two") === "failed");
      expect(tab.getView().error).toMatchObject({ status: 422 });
      expect(errors).toHaveLength(2);
      world.setPlan(() => undefined);
      await tab.retry("one");
      await world.until(() => textsOf(tab.getView()).includes("One"));
      tab.discard("two");
      await world.pass(100);
      expect(tab.getView().error).toBeNull();
    });

    it("a refused decision, once it is given again", async () => {
      const world = await start();
      const errors: Error[] = [];
      const tab = await open(world, { onError: (error) => errors.push(error) });
      await world.say("/approve deploy {}");
      await world.until(() => tab.getView().pending.length === 1);
      const id = tab.getView().pending[0]?.id ?? "";
      world.setPlan(refusing("respond"));
      await expect(tab.respond(id, { kind: "approval", decision: "approve" })).rejects.toMatchObject({ status: 422 });
      await world.until(() => tab.getView().pending[0]?.state.name === "failed");
      expect(tab.getView().error).toMatchObject({ status: 422 });
      expect(errors).toHaveLength(1);
      world.setPlan(() => undefined);
      await tab.respond(id, { kind: "approval", decision: "approve" });
      await world.pass(100);
      expect(tab.getView().error).toBeNull();
    });

    it("a stop that was refused, once nothing runs", async () => {
      const world = await start();
      const errors: Error[] = [];
      const tab = await open(world, { onError: (error) => errors.push(error) });
      await world.say("/silence 5");
      await world.until(() => tab.getView().isRunning);
      world.setPlan(refusing("stop", 500));
      await expect(tab.stop()).rejects.toMatchObject({ status: 500 });
      await world.pass(100);
      expect(tab.getView().error).toMatchObject({ status: 500 });
      expect(errors).toHaveLength(1);
      await world.until(() => !tab.getView().isRunning);
      await world.pass(100);
      expect(tab.getView().error).toBeNull();
    });

    it("an older page that could not be read, once it is", async () => {
      const world = await start({ turns: 600 });
      const errors: Error[] = [];
      const tab = await open(world, { onError: (error) => errors.push(error) });
      expect(tab.getView().hasOlder).toBe(true);
      world.setPlan(refusing("older", 500));
      await tab.loadOlder();
      await world.pass(100);
      expect(tab.getView()).toMatchObject({ error: { status: 500 }, isLoadingOlder: false });
      expect(errors).toHaveLength(1);
      world.setPlan(() => undefined);
      await tab.loadOlder();
      await world.pass(100);
      expect(tab.getView().error).toBeNull();
    });
  });

  describe("a message that an intermediary refuses with a page", () => {
    it.each([
      [413, "This is too large to send. Shorten it and try again.", true],
      [414, "This is too large to send. Shorten it and try again.", false],
      [405, "Something went wrong. Try again.", false],
    ])("with %i fails with words for the person", async (status, words, isRefused) => {
      const world = await start();
      const tab = await open(world);
      const page = async () => new Response("<h1>Refused</h1>", { status, headers: { "content-type": "text/html" } });
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "instead", answer: page } : undefined));
      await expect(tab.sendMessage("/say Long")).rejects.toMatchObject({ status, message: words });
      await world.until(() => deliveryOf(tab.getView(), "/say Long") === "failed");
      const row = rowsOf(tab.getView()).findLast((item) => item.kind === "user-message");
      expect(row).toMatchObject({ delivery: { error: words, ...(isRefused && { isRefused }) } });
    });
  });
}
