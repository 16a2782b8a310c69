import { describe, expect, it } from "vitest";
import { deliveryOf, textsOf, type Contract } from "./tabs.js";
import { createStorage, type ContractWorld, type Plan } from "./world.js";

const text = "/say Hello";

/** How often the log has the message. */
async function written(world: ContractWorld): Promise<number> {
  const log = await world.log();
  return log.filter(({ type, payload }) => type === "user.message" && (payload as { text: string }).text === text)
    .length;
}

/** The idempotency keys of all sends. */
function keysOf(world: ContractWorld): ReadonlySet<string> {
  const bodies = world.asked("send").map(({ body }) => JSON.parse(body) as { readonly clientEventId: string });
  return new Set(bodies.map(({ clientEventId }) => clientEventId));
}

/** Faults in the response to a write that the server processed. */
const lostAnswers: readonly (readonly [string, ReturnType<Plan>])[] = [
  ["a 408", { kind: "answer-instead", status: 408 }],
  ["a gateway's 502", { kind: "answer-instead", status: 502 }],
  [
    "a gateway's 504 with an error body",
    { kind: "answer-instead", status: 504, body: { error: { code: "gateway_timeout", message: "Too late." } } },
  ],
  ["a lost connection", { kind: "lose-answer" }],
  ["no answer within the time limit", { kind: "hang" }],
];

export function conversationWrites({ start, open, look }: Contract): void {
  describe("a message whose answer is lost", () => {
    it.each(lostAnswers)("is shown once and never as failed after %s", async (_, fault) => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? fault : undefined));
      const seen = new Set<string | undefined>();
      tab.subscribe(() => seen.add(deliveryOf(tab.getView(), text)));
      await tab.sendMessage(text);
      await world.until(() => textsOf(tab.getView()).includes("Hello"));
      await world.until(() => !tab.getView().isRunning);
      expect(textsOf(tab.getView())).toEqual(["p0", "a0", text, "Hello"]);
      expect(seen).not.toContain("failed");
      expect(tab.getView().error).toBeNull();
      expect(await written(world)).toBe(1);
      expect(keysOf(world).size).toBe(1);
    });

    it.each(lostAnswers)("is looked up where the stream cannot show it, after %s", async (_, fault) => {
      const world = await start();
      let sends = 0;
      world.setPlan(({ kind }) => {
        if (kind === "stream") return { kind: "no-answer" };
        if (kind !== "send") return undefined;
        return (sends += 1) === 1 ? fault : undefined;
      });
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      const seen = new Set<string | undefined>();
      tab.subscribe(() => seen.add(deliveryOf(tab.getView(), text)));
      const sent = tab.sendMessage(text);
      let isAccepted = false;
      void sent.then(() => (isAccepted = true));
      await world.until(() => isAccepted);
      expect(seen).not.toContain("failed");
      expect(await written(world)).toBe(1);
      expect(keysOf(world).size).toBe(1);
    });
  });

  describe("a message that never arrives", () => {
    it("is unknown after two minutes, and a retry sends it with the same key", async () => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "status", status: 408 } : undefined));
      const sent = tab.sendMessage(text);
      sent.catch(() => {});
      await world.until(() => deliveryOf(tab.getView(), text) === "unknown", "an unknown outcome");
      expect(world.asked("send").length).toBeLessThanOrEqual(7);
      await expect(sent).rejects.toMatchObject({ status: 408, outcomeUnknown: true });
      world.setPlan(() => undefined);
      await tab.retry([...keysOf(world)][0] ?? "");
      await world.until(() => textsOf(tab.getView()).includes("Hello"));
      expect(await written(world)).toBe(1);
      expect(keysOf(world).size).toBe(1);
    });

    it("is sent under its key after a reload", async () => {
      const world = await start();
      const storage = createStorage();
      const tab = await open(world, { storage });
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "no-answer" } : undefined));
      tab.sendMessage(text).catch(() => {});
      await world.pass(1_000);
      const kept = createStorage();
      for (const key of storage.keys()) kept.set(key, storage.get(key) ?? "");
      tab.dispose();
      world.setPlan(() => undefined);
      const next = look(world, { storage: kept });
      await world.until(() => textsOf(next.getView()).includes("Hello"));
      expect(await written(world)).toBe(1);
      expect(keysOf(world).size).toBe(1);
    });

    it("waits as long as the server asks, despite hints", async () => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) =>
        kind === "send" ? { kind: "status", status: 429, headers: { "retry-after": "30" } } : undefined,
      );
      const sent = tab.sendMessage(text);
      await world.until(() => world.asked("send").length === 1);
      world.setPlan(() => undefined);
      world.hint();
      await world.pass(29_000);
      expect(world.asked("send")).toHaveLength(1);
      await world.pass(2_000);
      await sent;
      expect(world.asked("send")).toHaveLength(2);
    });

    it("is retried at once on a hint", async () => {
      const world = await start();
      const tab = await open(world);
      world.setPlan(({ kind }) => (kind === "send" ? { kind: "refuse" } : undefined));
      const sent = tab.sendMessage(text);
      await world.until(() => world.asked("send").length === 2);
      world.setPlan(() => undefined);
      // The second wait is two seconds at least.
      await world.pass(100);
      world.hint();
      await world.pass(100);
      await sent;
      expect(world.asked("send")).toHaveLength(3);
    });
  });

  describe("a stop whose answer is lost", () => {
    it.each(lostAnswers)("ends the turn once and leaves no error after %s", async (_, fault) => {
      const world = await start();
      const tab = await open(world);
      await world.say("/say Before\n/silence 600\n/say After");
      await world.until(() => textsOf(tab.getView()).includes("Before"));
      world.setPlan(({ kind }) => (kind === "stop" ? fault : undefined));
      tab.stop().catch(() => {});
      await world.until(() => !tab.getView().isRunning);
      // The time limit of a write passes.
      await world.pass(40_000);
      expect(tab.getView()).toMatchObject({ error: null });
      const ended = (await world.log()).filter(({ type }) => type === "turn.cancelled");
      expect(ended).toHaveLength(1);
    });
  });

  describe("a decision whose answer is lost", () => {
    it.each(lostAnswers)("is settled by the log and shows no error after %s", async (_, fault) => {
      const world = await start();
      const errors: Error[] = [];
      const tab = await open(world, { onError: (error) => errors.push(error) });
      await world.say("/approve deploy {}");
      await world.until(() => tab.getView().pending.length === 1);
      world.setPlan(({ kind }) => (kind === "respond" ? fault : undefined));
      const seen = new Set<string | undefined>();
      tab.subscribe(() => seen.add(tab.getView().pending[0]?.state.name));
      tab.respond(tab.getView().pending[0]?.id ?? "", { kind: "approval", decision: "approve" }).catch(() => {});
      await world.until(() => !tab.getView().isRunning);
      expect(seen).not.toContain("failed");
      expect(tab.getView()).toMatchObject({ error: null });
      await world.pass(60_000);
      expect(errors).toEqual([]);
      expect(textsOf(tab.getView()).at(-1)).toContain("approved");
    });
  });
}
