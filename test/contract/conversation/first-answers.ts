import { describe, expect, it } from "vitest";
import { textsOf, type Contract } from "./tabs.js";
import type { Plan, RequestKind } from "./world.js";

const isFirst = (kind: RequestKind) => kind === "newest" || kind === "other";

export function firstAnswers({ start, look, leave }: Contract): void {
  describe("a first page that another server answered", () => {
    const page = (status: number) => async () =>
      new Response("<h1>Sign in to the network</h1>", { status, headers: { "content-type": "text/html" } });
    const portal =
      (status: number): Plan =>
      ({ kind }) =>
        isFirst(kind) ? { kind: "instead", answer: page(status) } : undefined;

    it.each([200, 403, 404, 451])("with %i is requested again by itself while its error is shown", async (status) => {
      const world = await start();
      const errors: Error[] = [];
      world.setPlan(portal(status));
      const tab = look(world, { onError: (error) => errors.push(error) });
      await world.until(() => tab.getView().connection === "closed");
      const seen = new Set<string>();
      const reads = world.asked("newest").length;
      await world.until(() => {
        const { connection, isRestoring, error } = tab.getView();
        seen.add(JSON.stringify([connection, isRestoring, error !== null]));
        return world.asked("newest").length > reads + 3;
      }, "more tries");
      expect([...seen]).toEqual([JSON.stringify(["closed", false, true])]);
      expect(errors).toHaveLength(1);
      world.setPlan(() => undefined);
      await world.until(() => tab.getView().connection === "live", "its own answer");
      expect(tab.getView().error).toBeNull();
      expect(textsOf(tab.getView())).toEqual(["p0", "a0"]);
    });

    it("is requested at once at a hint or by hand, and never after its listener left", async () => {
      const world = await start();
      world.setPlan(portal(200));
      const tab = look(world);
      await world.pass(60_000);
      const before = world.asked("newest").length;
      world.hint();
      await world.pass(0);
      expect(world.asked("newest").length).toBeGreaterThan(before);
      world.setPlan(({ kind }) => (isFirst(kind) ? { kind: "hang" } : undefined));
      world.hint();
      await world.pass(0);
      tab.reconnect();
      await world.pass(20);
      expect(tab.getView()).toMatchObject({ connection: "connecting", error: null });
      world.setPlan(portal(403));
      tab.reconnect();
      leave(tab);
      await world.pass(60_000);
      const after = world.asked().length;
      await world.pass(60_000);
      expect(world.asked()).toHaveLength(after);
    });

    it("is requested once when the server itself refuses", async () => {
      const world = await start();
      const body = { error: { code: "forbidden", message: "No." } };
      world.setPlan(({ kind }) => (isFirst(kind) ? { kind: "status", status: 403, body } : undefined));
      const tab = look(world);
      await world.until(() => tab.getView().connection === "closed");
      const asked = world.asked().length;
      await world.pass(60_000);
      expect(world.asked()).toHaveLength(asked);
    });

    it("is polled where the server has no stream", async () => {
      const world = await start();
      world.setPlan(portal(200));
      const tab = look(world);
      await world.until(() => tab.getView().connection === "closed");
      world.setPlan(({ kind }) => (kind === "stream" ? { kind: "status", status: 404 } : undefined));
      await world.until(() => tab.getView().connection === "idle", "a rest");
      expect(tab.getView()).toMatchObject({ error: null, isRestoring: false });
      expect(textsOf(tab.getView())).toEqual(["p0", "a0"]);
    });
  });
}
