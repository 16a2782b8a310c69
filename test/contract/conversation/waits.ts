import { afterEach, describe, expect, it, vi } from "vitest";
import type { Tab } from "./doors.js";
import { textsOf, type Contract } from "./tabs.js";
import type { ContractWorld, Plan } from "./world.js";

export function conversationWaits({ start, open, look }: Contract): void {
  describe("headers that the host makes", () => {
    /** A host whose token was replaced, and how often it was asked for a fresh one. */
    function host() {
      const asks: boolean[] = [];
      const headers = ({ refresh }: { readonly refresh: boolean }) => {
        asks.push(refresh);
        return { authorization: refresh ? "new" : "old" };
      };
      return { headers, refreshes: () => asks.filter(Boolean).length };
    }

    it("are refreshed once for all requests that were refused together", async () => {
      const world = await start();
      const { headers, refreshes } = host();
      const old = (sent: Headers) => sent.get("authorization") === "old";
      // The write is refused long after the reads have brought fresh headers.
      world.setPlan(({ kind, headers: sent }) => {
        if (!old(sent)) return undefined;
        return kind === "send" ? undefined : { kind: "status", status: 401 };
      });
      const tab = look(world, { headers });
      await world.until(() => tab.getView().connection === "live");
      const before = refreshes();
      world.setPlan(({ kind, headers: sent }) => {
        if (!old(sent)) return undefined;
        return kind === "send" ? { kind: "status", status: 401 } : undefined;
      });
      await tab.sendMessage("/say One");
      expect(before).toBeGreaterThan(0);
      await world.until(() => textsOf(tab.getView()).includes("One"));
      expect(refreshes() - before).toBe(1);
    });

    it("are refreshed once when one refusal arrives later than another", async () => {
      const world = await start();
      const { headers, refreshes } = host();
      const tab = await open(world, { headers });
      let refuseLate = () => {};
      const late = new Promise<Response>((resolve) => {
        refuseLate = () => resolve(new Response(null, { status: 401 }));
      });
      const isOld = (sent: Headers) => sent.get("authorization") === "old";
      world.setPlan(({ kind, headers: sent }) => {
        if (!isOld(sent)) return undefined;
        if (kind === "stop") return { kind: "status", status: 401 };
        return kind === "send" ? { kind: "instead", answer: () => late } : undefined;
      });
      await world.say("/silence 600");
      await world.until(() => tab.getView().isRunning);
      const sent = tab.sendMessage("/say Two");
      await world.pass(100);
      await tab.stop();
      refuseLate();
      await sent;
      expect(refreshes()).toBe(1);
    });

    it("are wanted again when they could not be made, from the first request on", async () => {
      const world = await start();
      let isDown = true;
      const headers = async () => {
        if (isDown) throw new TypeError("No token was issued.");
        return { authorization: "new" };
      };
      const tab = look(world, { headers });
      await world.pass(5_000);
      expect(tab.getView()).toMatchObject({ isRestoring: true, isUnreachable: true, error: null });
      expect(world.asked()).toEqual([]);
      isDown = false;
      await world.until(() => tab.getView().connection === "live");
      expect(tab.getView()).toMatchObject({ isUnreachable: false, error: null });
      await tab.sendMessage("/say One");
      await world.until(() => textsOf(tab.getView()).includes("One"));
    });

    it("that are refused twice end it as signed out", async () => {
      const world = await start();
      const { headers, refreshes } = host();
      world.setPlan(() => ({ kind: "status", status: 401 }));
      let signedOut = 0;
      const tab = look(world, { headers, onUnauthorized: () => (signedOut += 1) });
      await world.until(() => tab.getView().connection === "closed");
      expect(tab.getView().error).toMatchObject({ status: 401, retryable: false });
      expect(signedOut).toBeGreaterThan(0);
      expect(refreshes()).toBe(1);
    });
  });

  describe("a connection that broke", () => {
    afterEach(() => vi.unstubAllGlobals());

    it("waits as long as the server asks, and a person alone ends that wait", async () => {
      const world = await start();
      world.setPlan(({ kind }) =>
        kind === "newest" ? { kind: "status", status: 429, headers: { "retry-after": "60" } } : undefined,
      );
      const tab = look(world);
      await world.until(() => tab.getView().connection === "reconnecting");
      const reads = world.asked("newest").length;
      expect((tab.getView().nextAttemptAt ?? 0) - world.clock.now()).toBeGreaterThan(59_000);
      world.setPlan(() => undefined);
      world.hint();
      await world.pass(30_000);
      expect(world.asked("newest")).toHaveLength(reads);
      tab.reconnect();
      await world.until(() => tab.getView().connection === "live");
      expect(world.asked("newest")).toHaveLength(reads + 1);
    });

    it("is closed with the error when the server asks for more than two minutes", async () => {
      const world = await start();
      world.setPlan(() => ({ kind: "status", status: 503, headers: { "retry-after": "3600" } }));
      const tab = look(world);
      await world.until(() => tab.getView().connection === "closed");
      expect(tab.getView().error).toMatchObject({ retryAfterMs: 3_600_000 });
      const { length } = world.asked();
      await world.pass(600_000);
      expect(world.asked()).toHaveLength(length);
    });

    it("is retried at once on a hint that the network is back", async () => {
      const world = await start();
      world.setPlan(() => ({ kind: "refuse" }));
      const tab = look(world);
      await world.pass(120_000);
      expect(tab.getView()).toMatchObject({ connection: "reconnecting", isUnreachable: true });
      const at = tab.getView().nextAttemptAt ?? 0;
      expect(at).toBeGreaterThan(world.clock.now());
      world.setPlan(() => undefined);
      world.hint();
      await world.until(() => tab.getView().connection === "live");
      expect(world.clock.now()).toBeLessThan(at);
      expect(tab.getView()).toMatchObject({ isUnreachable: false, nextAttemptAt: null });
    });

    it("is offline while the browser reports it", async () => {
      vi.stubGlobal("navigator", { onLine: false });
      const world = await start();
      world.setPlan(() => ({ kind: "refuse" }));
      const tab = look(world);
      await world.until(() => tab.getView().connection === "offline");
      expect(tab.getView().nextAttemptAt).not.toBeNull();
      vi.stubGlobal("navigator", { onLine: true });
      world.setPlan(() => undefined);
      world.hint();
      await world.until(() => tab.getView().connection === "live");
    });

    /** Streams without an event that the test ends, as a proxy or a host's `fetch` with a time limit does. */
    function silentStreams() {
      const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
      const answer = async () => {
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void bodies.push(controller) });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      };
      const plan: Plan = ({ kind }) => (kind === "stream" ? { kind: "instead", answer } : undefined);
      return { plan, opened: () => bodies.length, cut: () => bodies.at(-1)?.error(new TypeError("terminated")) };
    }

    async function followSilence() {
      const world = await start();
      const streams = silentStreams();
      world.setPlan(streams.plan);
      const tab = look(world);
      await world.until(() => streams.opened() === 1);
      await world.pass(20_000);
      return { world, streams, tab };
    }

    it("stays live for a reader when it is cut and opens again", async () => {
      const { world, streams, tab } = await followSilence();
      const seen = new Set<string>();
      for (const opened of [2, 3]) {
        streams.cut();
        await world.until(() => {
          seen.add(tab.getView().connection);
          return streams.opened() === opened;
        });
        await world.pass(20_000);
      }
      expect([...seen, tab.getView().connection]).toEqual(["live", "live"]);
    });

    it("is shown as lost when it does not open again: at the first refusal, or after two seconds", async () => {
      for (const fault of [{ kind: "refuse" }, { kind: "hang" }] as const) {
        const { world, streams, tab } = await followSilence();
        world.setPlan(({ kind }) => (kind === "stream" ? fault : undefined));
        streams.cut();
        const at = world.clock.now();
        await world.until(() => tab.getView().connection === "reconnecting");
        const waited = world.clock.now() - at;
        expect(fault.kind === "hang" ? Math.abs(waited - 2_000) : waited).toBeLessThan(1_000);
        world.setPlan(() => undefined);
        await world.until(() => tab.getView().connection === "live");
      }
    });

    it("loses and repeats no word, wherever it is cut", async () => {
      const world = await start();
      let cuts = 0;
      world.setPlan(({ kind }) => (kind === "stream" ? { kind: "cut", at: 700 + 31 * (cuts += 1) } : undefined));
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      const said = Array.from({ length: 12 }, (_, n) => `Sentence ${n}: äöü 🙂.`);
      await world.say(said.map((line) => `/say ${line}`).join("\n"));
      const answered = () => textsOf(tab.getView()).slice(3).join("\n\n");
      await world.until(() => answered().includes(said.at(-1) ?? ""));
      await world.until(() => !tab.getView().isRunning);
      expect(answered()).toBe(said.join("\n\n"));
      expect(cuts).toBeGreaterThan(3);
    });
  });

  describe("a server that has no stream", () => {
    it.each([405, 501])("is polled while more is expected: %i", async (status) => {
      const world = await start();
      world.setPlan(({ kind }) => (kind === "stream" ? { kind: "status", status } : undefined));
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      await tab.sendMessage("/say Hello\n/approve deploy {}\n/say After");
      await world.until(() => tab.getView().pending.length === 1, "the question");
      await tab.respond(tab.getView().pending[0]?.id ?? "", { kind: "approval", decision: "approve" });
      await world.until(() => textsOf(tab.getView()).at(-1)?.endsWith("After") === true, "the answer");
      await world.until(() => !tab.getView().isRunning);
      expect(tab.getView()).toMatchObject({ error: null });
      await world.pass(60_000);
      const { length } = world.asked();
      await world.pass(600_000);
      expect(world.asked()).toHaveLength(length);
    });

    /** Answers requests for the stream like a server without one, until the test changes it. */
    const without = (status: number): Plan => {
      return ({ kind }) => (kind === "stream" ? { kind: "status", status } : undefined);
    };
    /** Shows another person's message without one more read: through the stream. */
    async function follows(world: ContractWorld, tab: Tab, text: string): Promise<void> {
      const reads = () => world.asked().filter(({ kind }) => kind !== "stream" && kind !== "other").length;
      const before = reads();
      await world.say(`/say ${text}`);
      await world.until(() => textsOf(tab.getView()).at(-1) === text, text);
      await world.until(() => !tab.getView().isRunning);
      expect(reads()).toBe(before);
      expect(tab.getView()).toMatchObject({ connection: "live", error: null });
    }

    it.each([404, 405, 406, 501])("is followed without a hint when it was answered once with %i", async (status) => {
      const world = await start();
      let answers = 0;
      world.setPlan((request) =>
        request.kind === "stream" && (answers += 1) === 1 ? without(status)(request) : undefined,
      );
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      await world.pass(60_000);
      await follows(world, tab, "Meanwhile");
      expect(textsOf(tab.getView())).toEqual(["p0", "a0", "/say Meanwhile", "Meanwhile"]);
    });

    it.each([200, 403, 451])("is followed when another server answered once in its place with %i", async (status) => {
      const world = await start();
      let answers = 0;
      const page = () =>
        new Response("<h1>Sign in to the network</h1>", { status, headers: { "content-type": "text/html" } });
      world.setPlan(({ kind }) =>
        kind === "stream" && (answers += 1) === 1 ? { kind: "instead", answer: async () => page() } : undefined,
      );
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      await world.pass(60_000);
      await follows(world, tab, "Meanwhile");
      expect(tab.getView()).toMatchObject({ connection: "live", error: null });
    });

    it("is read while it is asked for the stream again", async () => {
      const world = await start();
      world.setPlan(without(404));
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      await world.say("/say Meanwhile");
      await world.until(() => textsOf(tab.getView()).includes("Meanwhile"));
      await world.until(() => !tab.getView().isRunning);
      expect(tab.getView()).toMatchObject({ connection: "live", error: null });
    });

    it("is followed at a hint, or when a person asks, once it has a stream", async () => {
      for (const ask of [(world: ContractWorld) => world.hint(), (_: ContractWorld, tab: Tab) => tab.reconnect()]) {
        const world = await start();
        world.setPlan(without(404));
        const tab = look(world);
        await world.until(() => !tab.getView().isRestoring);
        await world.pass(120_000);
        expect(tab.getView().connection).toBe("idle");
        world.setPlan(() => undefined);
        ask(world, tab);
        await world.until(() => tab.getView().connection === "live");
        await follows(world, tab, "Meanwhile");
      }
    });

    it("is followed in the middle of an answer once it has a stream, without a word lost or repeated", async () => {
      const world = await start();
      world.setPlan(without(404));
      const tab = look(world);
      await world.until(() => !tab.getView().isRestoring);
      const said = Array.from({ length: 40 }, (_, n) => `Sentence ${n}.`);
      await tab.sendMessage([...said.map((line) => `/say ${line}`), "/silence 20", "/say End"].join("\n"));
      await world.until(() => textsOf(tab.getView()).some((text) => text.includes("Sentence 1.")));
      world.setPlan(() => undefined);
      await world.until(() => textsOf(tab.getView()).at(-1)?.endsWith("End") === true, "the end");
      await world.until(() => !tab.getView().isRunning);
      expect(textsOf(tab.getView()).slice(3).join("\n\n")).toBe([...said, "End"].join("\n\n"));
      await follows(world, tab, "After");
    });
  });

  describe("a server that has streamed", () => {
    it.each([200, 403, 404, 451])("is asked again after an answer with %i that is not its own", async (status) => {
      const world = await start();
      world.setPlan(({ kind }) => (kind === "stream" ? { kind: "cut", at: 1 } : undefined));
      const tab = look(world);
      await world.until(() => world.asked("stream").length > 1);
      const page = () =>
        new Response("<h1>Sign in to the network</h1>", { status, headers: { "content-type": "text/html" } });
      let refused = 0;
      world.setPlan(({ kind }) => {
        if (kind !== "stream") return undefined;
        refused += 1;
        return { kind: "instead", answer: async () => page() };
      });
      await world.until(() => refused > 2, "more tries");
      expect(tab.getView().connection).toBe("reconnecting");
      world.setPlan(() => undefined);
      await world.until(() => tab.getView().connection === "live");
      await world.say("/say Meanwhile");
      await world.until(() => textsOf(tab.getView()).includes("Meanwhile"));
    });
  });
}
