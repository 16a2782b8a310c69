import { afterEach, describe, expect, it } from "vitest";
import type { SessionController } from "../../src/session/session-types.js";
import type { Fault } from "../../src/testing/fault-fetch.js";
import { createLiveSession, itemsOf, textsOf, type LiveSession } from "./live-session.js";

let world: LiveSession;

afterEach(async () => {
  await world.close();
});

/** Follows the session until it rests after its first turn. */
async function open(message: string, options = {}): Promise<SessionController> {
  world = await createLiveSession(message);
  const session = world.controller(options);
  session.subscribe(() => {});
  await world.until(() => session.getState().sessionStatus === "idle" && !session.getState().isRunning);
  return session;
}

/** Ends a stream after the frame that has this text. */
const cutAfter = (text: string, cut: () => void): Fault => ({
  kind: "rewrite",
  async *rewrite(chunks) {
    let all = "";
    for await (const chunk of chunks) {
      const before = all.length;
      all += new TextDecoder().decode(chunk);
      const end = all.includes(text) ? all.indexOf("\n\n", all.indexOf(text)) : -1;
      if (end < 0) {
        yield chunk;
        continue;
      }
      yield new TextEncoder().encode(all.slice(before, end + 2));
      cut();
      return;
    }
  },
});

describe("a sent message", () => {
  it.each(["/say Hello", "/silence 30"])(
    "is in one place while the stream has only the first of its two events, after %s",
    async (first) => {
      const session = await open("/say Before");
      let isCut = false;
      world.setPlan(({ method, url }) => {
        if (method !== "GET" || !url.pathname.includes("/events")) return [];
        return isCut ? { kind: "refuse" } : cutAfter('"text":"/say Ours"', () => (isCut = true));
      });
      const other = world.controller();
      const places = () => {
        const { settled, live, queue } = other.getState();
        return [...itemsOf([...settled, ...live]), ...queue].filter((one) => "text" in one && one.text === "/say Ours");
      };
      const counts = new Set<number>();
      other.subscribe(() => counts.add(places().length));
      await session.sendMessage(first);
      await world.until(() => other.getState().connection === "live" && !other.getState().isRestoring);
      counts.clear();
      void other.sendMessage({ text: "/say Ours", clientEventId: "ours" });
      await world.until(() => isCut);
      await world.clock.advanceAsync(5_000);
      world.setPlan(() => []);
      await session.stop();
      await world.until(() => textsOf(other.getState()).includes("agent-message: Ours"));
      expect([...counts]).toEqual([1]);
    },
  );

  it.each(['"type":"turn.queued"', '"type":"session.control.steer_requested"'])(
    "that interrupts the turn is before the others while the stream ends with %s",
    async (last) => {
      const session = await open("/say Before");
      await session.sendMessage("/silence 30");
      await session.sendMessage("/say One");
      await world.until(() => session.getState().queue.length === 1);
      const other = world.controller();
      let isCut = false;
      world.setPlan(({ method, url }) => {
        if (method !== "GET") return [];
        if (isCut || url.pathname.endsWith("/queue")) return { kind: "refuse" };
        return url.pathname.includes("/stream") ? cutAfter(last, () => (isCut = true)) : [];
      });
      other.subscribe(() => {});
      await world.until(() => other.getState().queue.length === 1);
      void session.steer("/say Ours");
      await world.until(() => isCut && other.getState().queue.length === 2);
      expect(other.getState().queue.map(({ text }) => text)).toEqual(["/say Ours", "/say One"]);
    },
  );

  it("has a sentence for people where something else than the service answers it", async () => {
    const session = await open("/say Hello");
    world.setPlan(({ method }) =>
      method === "POST" ? { kind: "status", status: 200, body: { status: "maintenance" } } : [],
    );
    await expect(session.sendMessage("/say Ours")).rejects.toMatchObject({ code: "event_malformed" });
    await world.clock.advanceAsync(16);
    const [row] = itemsOf(session.getState().live).filter(({ kind }) => kind === "user-message");
    expect(row).toMatchObject({ text: "/say Ours", delivery: { error: "Something went wrong. Try again." } });
  });
});
