import { describe, expect, it } from "vitest";
import { createGivenAnswers } from "../../../src/conversation/decisions/given-answers.js";
import { createEditedPlaces, type PlacedMessage } from "../../../src/conversation/outbox/edited-places.js";
import { placeOf } from "../../../src/conversation/outbox/session-places.js";
import { createSharedOutbox } from "../../../src/conversation/outbox/shared-outbox.js";
import type { PageShared } from "../../../src/conversation/view/page-shared.js";
import { textsOf, type Contract } from "./tabs.js";
import type { ScopedStorage } from "../../../src/identity/scoped-storage.js";
import { createStorage, type ContractWorld } from "./world.js";

/** A page of one session, and the messages that took the place of an edited one. */
function pageWith(sessionId: string, storage?: ScopedStorage) {
  const outbox = createSharedOutbox(storage, placeOf(sessionId));
  const editedPlaces = createEditedPlaces();
  const taken: (PlacedMessage & { readonly before: string })[] = [];
  editedPlaces.connect(sessionId, async (message, before) => void taken.push({ ...message, before }));
  const page: PageShared = { given: createGivenAnswers(undefined), outbox: () => outbox, editedPlaces };
  return { page, taken };
}

/** A page on which a message of the session is edited. */
function pageOf(sessionId: string, storage?: ScopedStorage) {
  const { page, taken } = pageWith(sessionId, storage);
  const words = new Set<() => void>();
  const edited = { text: "One" };
  page.editedPlaces.keep(sessionId, "turn-of-two", {
    isEmpty: () => edited.text === "",
    subscribe(listener) {
      words.add(listener);
      return () => void words.delete(listener);
    },
  });
  const empty = () => {
    edited.text = "";
    words.forEach((listener) => listener());
  };
  return { page, taken, empty };
}

export function conversationPlaces({ start, open }: Contract): void {
  async function busy(sessionIdOf = (world: ContractWorld) => world.sessionId, storage?: ScopedStorage) {
    const world = await start();
    const edit = pageOf(sessionIdOf(world), storage);
    const tab = await open(world, { page: edit.page });
    await world.say("/silence 600");
    await world.until(() => tab.getView().isRunning);
    return { world, tab, ...edit };
  }
  const next = { text: "/say Next", clientEventId: "next" };

  describe("the queue", () => {
    it("has the order of the service after another window moved its messages", async () => {
      const { world, tab } = await busy();
      for (const text of ["One", "Two", "Three"]) await world.say(text);
      const texts = () => tab.getView().queue.map(({ text }) => text);
      const turnOf = (text: string) => tab.getView().queue.find((prompt) => prompt.text === text)?.turnId ?? "";
      await world.until(() => texts().length === 3);
      await world.move(turnOf("Three"), turnOf("One"));
      await world.until(() => texts().join() === "Three,One,Two", "the move to the front");
      await world.move(turnOf("One"), null);
      await world.until(() => texts().join() === "Three,Two,One", "the move to the end");
      expect(tab.getView().queue).toHaveLength(3);
    });

    it("never has another message before one that interrupts the turn, whichever window sent it", async () => {
      const { world, tab } = await busy();
      for (const text of ["One", "Two"]) await world.say(text);
      await world.until(() => tab.getView().queue.length === 2);
      // The order is in the log: a queue that is read beside it may be late.
      world.setPlan(({ kind }) => (kind === "other" ? { kind: "delay", ms: 3_000 } : undefined));
      const others: (string | undefined)[] = [];
      const stop = tab.subscribe(() => {
        const { queue } = tab.getView();
        const at = queue.findIndex(({ text }) => text.startsWith("/silence"));
        others.push(...queue.slice(0, Math.max(0, at)).map(({ text }) => text));
        // The next message is a row, and leaves the queue.
        if (queue.length < 2) others.push("a row");
      });
      await tab.sendMessage({ text: "/silence 601", delivery: "steer" });
      await world.until(() => textsOf(tab.getView()).includes("/silence 601") && tab.getView().queue.length === 2);
      await world.steer("/silence 602");
      await world.until(() => textsOf(tab.getView()).includes("/silence 602") && tab.getView().queue.length === 2);
      stop();
      expect(others).toEqual([]);
      expect(tab.getView().queue.map(({ text }) => text)).toEqual(["One", "Two"]);
    });

    it("has a waiting message that another window sends now before the others", async () => {
      const { world, tab } = await busy();
      for (const text of ["One", "/silence 601"]) await world.say(text);
      await world.until(() => tab.getView().queue.length === 2);
      world.setPlan(({ kind }) => (kind === "other" ? { kind: "delay", ms: 3_000 } : undefined));
      const rows: string[] = [];
      const stop = tab.subscribe(() => rows.push(...textsOf(tab.getView())));
      await world.sendNow(tab.getView().queue[1]?.turnId ?? "");
      await world.until(() => textsOf(tab.getView()).includes("/silence 601"));
      stop();
      expect(rows).not.toContain("One");
      expect(tab.getView().queue.map(({ text }) => text)).toEqual(["One"]);
    });

    it("names the key of a message in flight, in the log and after a reload", async () => {
      const { world, tab } = await busy();
      const keys: unknown[] = [];
      const stop = tab.subscribe(() => keys.push(...tab.getView().queue.map(({ clientEventId }) => clientEventId)));
      await tab.sendMessage(next);
      await world.until(() => tab.getView().queue.some(({ isSending }) => !isSending));
      stop();
      expect(keys).toContain("next");
      expect(keys.filter((key) => key !== "next")).toEqual([]);
      const later = await open(world);
      await world.until(() => later.getView().queue.length === 1);
      expect(later.getView().queue[0]).toMatchObject({ text: next.text, clientEventId: "next" });
    });
  });

  describe("the place in the queue of a message that is edited", () => {
    it("is taken by the next message once it is accepted, and by no other", async () => {
      const { world, tab, taken } = await busy();
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "delay", ms: 2_000 } : undefined));
      const sent = tab.sendMessage(next);
      await world.pass(100);
      expect(taken).toEqual([]);
      await world.pass(3_000);
      await sent;
      world.setPlan(() => undefined);
      await tab.sendMessage("/say Last");
      await world.until(() => tab.getView().queue.length === 2 && tab.getView().queue.every((one) => !one.isSending));
      expect(taken.map(({ text }) => text)).toEqual([next.text]);
      const turnOfNext = tab.getView().queue.find(({ text }) => text === next.text)?.turnId;
      expect([null, turnOfNext]).toContain(taken[0]?.turnId);
    });

    it("is taken by the message that empties the field as it is sent", async () => {
      const { world, tab, taken, empty } = await busy();
      empty();
      await tab.sendMessage(next);
      await world.pass(100);
      expect(taken).toHaveLength(1);
    });

    it("is forgotten when the field is emptied without a message", async () => {
      const { world, tab, taken, empty } = await busy();
      empty();
      await world.pass(0);
      await tab.sendMessage(next);
      await world.pass(100);
      expect(taken).toEqual([]);
    });

    it.each([500, 422])(
      "is taken by a message whose first send fails with %i and that is sent again",
      async (status) => {
        const { world, tab, taken } = await busy();
        world.setPlan(({ kind }) => (kind === "send" ? { kind: "status", status } : undefined));
        const sent = tab.sendMessage(next).then(
          () => "sent",
          () => "failed",
        );
        await world.pass(150_000);
        expect([await sent, taken]).toEqual(["failed", []]);
        world.setPlan(() => undefined);
        await tab.sendMessage("/say Last");
        await tab.retry("next");
        await world.pass(100);
        expect(taken).toMatchObject([{ text: next.text, before: "turn-of-two" }]);
      },
    );

    it("is taken by a message that is sent again after a reload, once", async () => {
      const storage = createStorage();
      const { world, tab } = await busy(undefined, storage);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "refuse" } : undefined));
      void tab.sendMessage(next).catch(() => undefined);
      await world.pass(100);
      // A reload disposes nothing.
      const kept = createStorage();
      for (const key of storage.keys()) kept.set(key, storage.get(key) ?? "");
      tab.dispose();
      world.setPlan(() => undefined);
      for (let reload = 0; reload < 2; reload += 1) {
        const { page, taken } = pageWith(world.sessionId, kept);
        const later = await open(world, { page });
        await world.until(() => later.getView().queue.some(({ isSending }) => !isSending));
        expect(taken).toMatchObject(reload === 0 ? [{ text: next.text, before: "turn-of-two" }] : []);
      }
    });

    it("is gone with a message that is discarded", async () => {
      const { world, tab, taken } = await busy();
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "status", status: 422 } : undefined));
      await tab.sendMessage(next).catch(() => undefined);
      world.setPlan(() => undefined);
      tab.discard("next");
      await tab.sendMessage("/say Last");
      await world.pass(100);
      expect(taken).toEqual([]);
    });

    it("is kept while the words are on their way into the field", async () => {
      const { world, tab, taken, page, empty } = await busy();
      let text = "";
      let notify = () => {};
      page.editedPlaces.keep(world.sessionId, "turn-of-three", {
        isEmpty: () => text === "",
        subscribe(listener) {
          notify = listener;
          return empty;
        },
      });
      notify();
      await world.pass(0);
      text = "One";
      notify();
      await tab.sendMessage(next);
      await world.pass(100);
      expect(taken).toMatchObject([{ before: "turn-of-three" }]);
    });

    it("is given up by a message that interrupts the turn", async () => {
      const { world, tab, taken } = await busy();
      await tab.sendMessage({ ...next, delivery: "steer" });
      await tab.sendMessage("/say Last");
      await world.pass(100);
      expect(taken).toEqual([]);
    });

    it("stays with its session", async () => {
      const { world, tab, taken } = await busy(() => crypto.randomUUID());
      await tab.sendMessage(next);
      await world.pass(100);
      expect(taken).toEqual([]);
    });
  });
}
