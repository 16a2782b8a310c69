import { describe, expect, it } from "vitest";
import { textsOf, type Contract } from "./tabs.js";

export function conversationSends({ start, open, takes }: Contract): void {
  describe("a message without visible text", () => {
    it.each([
      ["nothing", ""],
      ["spaces and line breaks", " \n\t "],
      ["a no-break space", "\u00A0"],
      ["a zero-width space", "\u200B"],
      ["invisible marks alone", "\u200B\u2060\uFEFF\u00AD"],
    ])("is refused before anything is sent: %s", async (_, text) => {
      const world = await start();
      const tab = await open(world);
      const { length } = world.asked();
      await expect(tab.sendMessage(text)).rejects.toMatchObject({ code: "message_required" });
      await expect(tab.sendMessage({ text })).rejects.toMatchObject({ code: "message_required" });
      await world.pass(100);
      expect(world.asked()).toHaveLength(length);
      expect(textsOf(tab.getView())).toEqual(["p0", "a0"]);
    });

    it("is refused with resources that are no list, and the next one is sent", async () => {
      const world = await start();
      const tab = await open(world);
      const resources = {} as never;
      await expect(tab.sendMessage({ text: "/say One", resources })).rejects.toMatchObject({
        code: "resources_invalid",
      });
      await tab.sendMessage("/say Two");
      await world.until(() => textsOf(tab.getView()).includes("Two"));
      expect(textsOf(tab.getView())).not.toContain("/say One");
    });

    it("keeps joiners and marks that belong to visible text", async () => {
      const world = await start();
      const tab = await open(world);
      await tab.sendMessage("/say 👩‍🚀 می‌خواهم");
      const isAnswered = () => textsOf(tab.getView()).includes("👩‍🚀 می‌خواهم");
      await world.until(isAnswered);
      expect(isAnswered()).toBe(true);
    });
  });

  describe("a message while a turn runs", () => {
    async function busy(options: Parameters<typeof open>[1]) {
      const world = await start();
      const tab = await open(world, options);
      await world.say("/say Before\n/silence 5\n/say After");
      await world.until(() => textsOf(tab.getView()).includes("Before"));
      return { world, tab };
    }

    it("waits behind it by default", async () => {
      const { world, tab } = await busy({});
      await tab.sendMessage("/say Next");
      await world.until(() => tab.getView().queue.length === 1);
      await world.until(() => textsOf(tab.getView()).includes("Next"));
      expect(textsOf(tab.getView()).join()).toContain("After");
    });

    it("is in the queue from the press on, and at no time among the rows before its turn", async () => {
      const { world, tab } = await busy({});
      const seen: boolean[] = [];
      const look = () => {
        const { queue } = tab.getView();
        const isRow = textsOf(tab.getView()).includes("/say Next");
        seen.push(!isRow && queue.length === 1 && queue[0]?.text === "/say Next");
      };
      const sent = tab.sendMessage("/say Next");
      const stop = tab.subscribe(look);
      await sent;
      await world.pass(1_000);
      stop();
      expect(seen).not.toContain(false);
    });

    it("interrupts it with `whenBusy: steer`", async () => {
      const { world, tab } = await busy({ whenBusy: "steer" });
      await tab.sendMessage("/say Next");
      await world.until(() => textsOf(tab.getView()).includes("Next"));
      expect(world.asked("steer")).toHaveLength(1);
      expect(textsOf(tab.getView())).not.toContain("After");
    });

    it("is refused with `whenBusy: reject`, unless the send names its delivery", async () => {
      const { world, tab } = await busy({ whenBusy: "reject" });
      await expect(tab.sendMessage("/say Next")).rejects.toMatchObject({ code: "chat_busy" });
      expect(world.asked("send")).toHaveLength(0);
      await tab.sendMessage({ text: "/say Now", delivery: "steer" });
      await world.until(() => textsOf(tab.getView()).includes("Now"));
      await world.until(() => !tab.getView().isRunning);
      await tab.sendMessage("/say Later");
      await world.until(() => textsOf(tab.getView()).includes("Later"));
    });

    it("waits while a message of this tab is on its way, too", async () => {
      const world = await start();
      const tab = await open(world, { whenBusy: "reject" });
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "delay", ms: 1_000 } : undefined));
      const first = tab.sendMessage("/say One");
      await world.pass(100);
      await expect(tab.sendMessage("/say Two")).rejects.toMatchObject({ code: "chat_busy" });
      await world.pass(1_000);
      await first;
    });
  });

  describe("extras of a message", () => {
    it.each(["resources", "annotations", "model", "reasoningEffort", "latencyMode"] as const)(
      "takes effect or is refused, and is never dropped: %s",
      async (name) => {
        const world = await start();
        const tab = await open(world);
        const value = name === "resources" || name === "annotations" ? [{ kind: "none-such" }] : "none-such";
        const refusal = await tab.sendMessage({ text: "/say Never", [name]: value }).then(
          () => null,
          (error: unknown) => (error as { readonly code: string }).code,
        );
        const written = (await world.log()).findLast(({ type }) => type === "user.message")?.payload;
        const outcome = {
          refusal,
          sends: world.asked("send").length,
          isWritten: Object.hasOwn(written as object, name),
        };
        const taken = [
          { refusal: null, sends: 1, isWritten: true },
          { refusal, sends: 1, isWritten: false },
        ];
        const refused = [{ refusal: "message_extras_unsupported", sends: 0, isWritten: false }];
        expect(takes.includes(name) ? taken : refused).toContainEqual(outcome);
      },
    );

    it("takes effect where the door has it: a model that is offered", async () => {
      const world = await start();
      const tab = await open(world);
      await tab.sendMessage({ text: "/say Chosen", model: "scripted" }).catch(() => {});
      const written = (await world.log()).findLast(({ type }) => type === "user.message");
      const { model } = (written?.payload ?? {}) as { readonly model?: string };
      expect(model).toBe(takes.includes("model") ? "scripted" : undefined);
    });
  });
}
