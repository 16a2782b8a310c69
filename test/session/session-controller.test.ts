import { afterEach, describe, expect, it } from "vitest";
import type { SessionController } from "../../src/session/session-types.js";
import { eventLog } from "../../src/testing/events.js";
import { scriptTurns } from "../../src/testing/scripted-turn.js";
import { buildTimeline } from "../../src/timeline/build-timeline.js";
import { groupTimeline } from "../../src/timeline/group-timeline.js";
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

function deliveries(session: SessionController) {
  return itemsOf(session.getState().live).flatMap((item) =>
    item.kind === "user-message" && item.delivery ? [[item.text, item.delivery.state]] : [],
  );
}

describe("a session controller", () => {
  it("is idle without listeners, then restores and follows the session", async () => {
    world = await createLiveSession("/say Hello");
    const session = world.controller();
    await world.clock.advanceAsync(5000);
    expect(world.fetch.seen.filter(({ method }) => method === "GET")).toEqual([]);
    expect(session.getState()).toMatchObject({
      connection: "idle",
      isRestoring: true,
      created: false,
      status: "ready",
      sessionStatus: null,
    });
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "live");
    expect(session.getState()).toMatchObject({
      isRestoring: false,
      created: true,
      status: "ready",
      sessionStatus: "idle",
      isRunning: false,
      workspaceId: world.service.workspaceId,
      hasOlder: false,
      error: null,
    });
    expect(textsOf(session.getState())).toEqual(["user-message: /say Hello", "agent-message: Hello"]);
  });

  it("shows what the whole log folds to, while it streams and after", async () => {
    world = await createLiveSession("/say Ready");
    const session = world.controller();
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "live");
    await Promise.all([
      session.sendMessage("/reason on it\n/tools 3\n/long 40 100\n/title Tools"),
      world.clock.advanceAsync(100),
    ]);
    await world.until(() => session.getState().title === "Tools" && !session.getState().isRunning);
    await world.clock.advanceAsync(100);
    const { settled, live } = session.getState();
    expect([...settled, ...live]).toEqual(groupTimeline(buildTimeline(await world.whole())));
    expect(live).toEqual([]);
  });

  it("notifies its listeners at most once a frame, and keeps unchanged values", async () => {
    const session = await open("/say Hello");
    const before = session.getState();
    let told = 0;
    session.subscribe(() => (told += 1));
    void session.sendMessage("/long 200 1000");
    const start = world.clock.now();
    await world.until(() => told > 0 && !session.getState().isRunning);
    expect(told).toBeLessThanOrEqual((world.clock.now() - start) / 16 + 1);
    expect(told).toBeGreaterThan(3);
    expect(session.getState().settled[0]).toBe(before.settled[0]);
    expect(session.getState().queue).toBe(before.queue);
    expect(session.getState().pending).toBe(before.pending);
  });

  it("lets the connection go shortly after the last listener, and takes it up where it was", async () => {
    world = await createLiveSession("/say Hello");
    const session = world.controller();
    const streams = () => world.fetch.seen.filter(({ url }) => url.pathname.endsWith("/events/stream"));
    const [first, second] = [session.subscribe(() => {}), session.subscribe(() => {})];
    await world.until(() => session.getState().connection === "live");
    first();
    first();
    await world.clock.advanceAsync(5000);
    expect(session.getState().connection).toBe("live");
    second();
    await world.clock.advanceAsync(500);
    session.subscribe(() => {})();
    await world.clock.advanceAsync(999);
    expect(session.getState().connection).toBe("live");
    await world.clock.advanceAsync(20);
    expect(session.getState().connection).toBe("idle");
    expect(streams()).toHaveLength(1);
    await world.client.sendEvent(world.ref, { type: "user.message", payload: { text: "/say Again" } });
    await world.clock.advanceAsync(1000);
    const cursor = (await world.client.getSession(world.ref)).lastSequence;
    session.subscribe(() => {});
    await world.until(() => textsOf(session.getState()).includes("agent-message: Again"));
    expect(Number.parseInt(streams()[1]?.url.searchParams.get("after") ?? "", 10)).toBeLessThan(cursor);
    expect(textsOf(session.getState())).toHaveLength(4);
  });

  it("resumes after a network failure", async () => {
    const session = await open("/say Hello");
    const states: string[] = [];
    session.subscribe(() => states.push(session.getState().connection));
    void session.sendMessage("/long 100 50");
    await world.clock.advanceAsync(300);
    world.setPlan(({ index, url }) =>
      url.pathname.endsWith("/stream") && index % 2 === 0 ? { kind: "cut", at: 4000 } : [],
    );
    await world.clock.advanceAsync(50_000);
    world.setPlan(() => []);
    await world.until(() => !session.getState().isRunning && session.getState().connection === "live");
    expect(itemsOf([...session.getState().settled, ...session.getState().live])).toEqual(
      itemsOf(groupTimeline(buildTimeline(await world.whole()))),
    );
  });

  it("closes when access is lost, and tries again for the next listener", async () => {
    world = await createLiveSession("/say Hello");
    world.setPlan(() => ({ kind: "status", status: 401, body: { error: "unauthorized" } }));
    const session = world.controller();
    const leave = session.subscribe(() => {});
    await world.until(() => session.getState().connection === "closed");
    expect(session.getState()).toMatchObject({ isRestoring: false, error: { status: 401, code: "unauthorized" } });
    expect(world.errors).toHaveLength(1);
    session.clearError();
    leave();
    await world.clock.advanceAsync(2000);
    expect(session.getState().error).toBeNull();
    world.setPlan(() => []);
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "live");
  });

  it.each(["page", "stream"])(
    "forgets why it was closed when it is tried again after its %s was refused",
    async (what) => {
      world = await createLiveSession("/say Hello");
      const isRefused = (path: string) => what === "page" || path.endsWith("/stream");
      const refusal = { kind: "status", status: 401, body: { error: "unauthorized" } } as const;
      world.setPlan(({ url }) => (isRefused(url.pathname) ? refusal : []));
      const session = world.controller();
      session.subscribe(() => {});
      await world.until(() => session.getState().connection === "closed");
      expect(session.getState().error).toMatchObject({ status: 401 });
      world.setPlan(() => ({ kind: "delay", ms: 500 }));
      session.subscribe(() => {});
      await world.clock.advanceAsync(100);
      const isRestoring = what === "page";
      expect(session.getState()).toMatchObject({ connection: "connecting", isRestoring, error: null });
      await world.until(() => session.getState().connection === "live");
      expect(session.getState()).toMatchObject({ isRestoring: false, error: null });
    },
  );

  it("tries to restore for as long as the network is what fails", async () => {
    world = await createLiveSession("/say Hello");
    world.setPlan(() => ({ kind: "refuse" }));
    const session = world.controller();
    session.subscribe(() => {});
    await world.clock.advanceAsync(30_000);
    expect(session.getState()).toMatchObject({ connection: "reconnecting", isRestoring: true, error: null });
    world.setPlan(() => []);
    await world.until(() => session.getState().connection === "live");
  });

  it("is silent and refuses to send after it was disposed of", async () => {
    const session = await open("/say Hello");
    let told = 0;
    session.subscribe(() => (told += 1));
    session.dispose();
    // That nothing is shown any more.
    expect(told).toBe(1);
    await expect(session.sendMessage("late")).rejects.toMatchObject({ code: "aborted" });
    await world.clock.advanceAsync(20_000);
    expect(told).toBe(1);
    const before = world.fetch.seen.length;
    session.subscribe(() => {});
    await world.clock.advanceAsync(2000);
    expect(world.fetch.seen).toHaveLength(before);
  });
});

describe("older pages of a session", () => {
  it("are loaded on demand until there is none, without a gap or a repeat", async () => {
    world = await createLiveSession("/say Hello");
    const ref = await world.service.load(longLog(900));
    const session = world.controller(ref);
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "live");
    const whole = (await world.client.listEvents(ref, { after: 0, limit: 2000 })).events;
    expect(whole.length).toBeGreaterThan(1500);
    const pages: number[] = [];
    while (session.getState().hasOlder) {
      const kept = session.getState().settled.at(-1);
      void session.loadOlder();
      await Promise.all([session.loadOlder(), world.clock.advanceAsync(100)]);
      await world.clock.advanceAsync(16);
      expect(session.getState().settled.at(-1)).toBe(kept);
      expect(session.getState().isLoadingOlder).toBe(false);
      pages.push(session.getState().settled.length);
    }
    expect(pages.length).toBeGreaterThanOrEqual(1);
    const { settled, live } = session.getState();
    expect([...settled, ...live]).toEqual(groupTimeline(buildTimeline(whole)));
    await session.loadOlder();
    expect(session.getState().error).toBeNull();
  });

  it("begin at a message, and report a failed read in `error`", async () => {
    world = await createLiveSession("/say Hello");
    const session = world.controller(await world.service.load(longLog(600)));
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "live");
    expect(session.getState().hasOlder).toBe(true);
    expect(itemsOf(session.getState().settled)[0]).toMatchObject({ kind: "user-message" });
    world.setPlan(() => ({ kind: "status", status: 403 }));
    await Promise.all([session.loadOlder(), world.clock.advanceAsync(100)]);
    await world.clock.advanceAsync(16);
    expect(session.getState()).toMatchObject({ hasOlder: true, isLoadingOlder: false, error: { status: 403 } });
  });
});

/** A log of many short turns: about four events each. */
function longLog(turns: number) {
  const log = eventLog({ step: 10 });
  const script = scriptTurns(log);
  const first = script.create("first");
  script.start(first);
  script.complete(first);
  for (let turn = 1; log.events.length < turns * 2; turn += 1) {
    const id = script.send(`message ${turn}`);
    script.start(id);
    script.say(id, `answer ${turn}`);
    script.complete(id);
  }
  return log.events;
}

describe("a message", () => {
  it("shows at once and stays under one key until its turn has started", async () => {
    const session = await open("/say Hello");
    const receipt = session.sendMessage({ text: "/silence 1\n/say One", clientEventId: "key-1" });
    await world.clock.advanceAsync(16);
    expect(session.getState().isRunning).toBe(true);
    const keys = new Set<string>();
    let missing = 0;
    session.subscribe(() => {
      const rows = itemsOf([...session.getState().settled, ...session.getState().live]);
      const ours = rows.filter((item) => item.kind === "user-message" && item.text.endsWith("/say One"));
      if (ours.length !== 1) missing += 1;
      for (const item of ours) if (item.kind === "user-message") keys.add(item.reconciliationKey);
    });
    await world.until(() => textsOf(session.getState()).includes("agent-message: One"));
    expect(await receipt).toMatchObject({ clientEventId: "key-1" });
    expect([missing, [...keys]]).toEqual([0, ["key-1"]]);
    expect(deliveries(session)).toEqual([]);
  });

  it("moves to the queue while another turn runs, and can be withdrawn from there", async () => {
    const session = await open("/say Hello");
    void session.sendMessage("/long 400 20");
    await world.until(() => session.getState().sessionStatus === "running");
    void session.sendMessage({ text: "/say Two", clientEventId: "two" });
    void session.sendMessage({ text: "/say Three", clientEventId: "three" });
    await world.until(() => session.getState().queue.length === 2);
    expect(session.getState().queue).toMatchObject([
      { text: "/say Two", clientEventId: "two" },
      { text: "/say Three", clientEventId: "three" },
    ]);
    expect(deliveries(session)).toEqual([]);
    await session.removeQueued(session.getState().queue[0]?.turnId ?? "");
    await world.until(() => session.getState().queue.length === 1);
    await session.stop();
    await world.until(() => textsOf(session.getState()).includes("agent-message: Three"));
    expect(textsOf(session.getState()).join()).not.toContain("Two");
  });

  it("is sent again with its key after an unknown outcome, and appears once", async () => {
    const session = await open("/say Hello");
    let posts = 0;
    world.setPlan(({ method, url }) => {
      if (method !== "POST" || !url.pathname.endsWith("/events")) return [];
      posts += 1;
      return posts === 1 ? { kind: "lose-answer" } : [];
    });
    const session2 = world.controller({ newId: () => "unused" });
    const receipt = await Promise.all([
      session2.sendMessage({ text: "/say Once", clientEventId: "once" }),
      world.clock.advanceAsync(10_000),
    ]);
    expect(receipt[0].clientEventId).toBe("once");
    expect(posts).toBe(2);
    await world.until(() => textsOf(session.getState()).includes("agent-message: Once"));
    expect(textsOf(session.getState()).filter((text) => text === "user-message: /say Once")).toHaveLength(1);
  });

  it("counts as delivered as soon as the log shows it", async () => {
    const session = await open("/say Hello");
    world.setPlan(({ method }) => (method === "POST" ? { kind: "lose-answer" } : []));
    const receipt = session.sendMessage({ text: "/say Seen", clientEventId: "seen" });
    await world.until(() => textsOf(session.getState()).includes("agent-message: Seen"));
    expect(await receipt).toMatchObject({ clientEventId: "seen" });
    expect(
      world.fetch.seen.filter(({ method, url }) => method === "POST" && url.pathname.endsWith("/events")),
    ).toHaveLength(1);
  });

  it("is unknown after two minutes, and a retry uses the same key", async () => {
    const session = await open("/say Hello");
    let posts = 0;
    world.setPlan(({ method }) => {
      if (method === "POST") posts += 1;
      return method === "POST" ? { kind: "refuse" } : [];
    });
    const sent = session.sendMessage({ text: "/say Maybe", clientEventId: "maybe" });
    await world.clock.advanceAsync(150_000);
    await expect(sent).rejects.toMatchObject({ code: "network_error", outcomeUnknown: true });
    expect(posts).toBe(7);
    expect(deliveries(session)).toEqual([["/say Maybe", "unknown"]]);
    expect(session.getState().isRunning).toBe(false);
    world.setPlan(() => []);
    void session.retry("maybe");
    await world.until(() => textsOf(session.getState()).includes("agent-message: Maybe"));
    expect(textsOf(session.getState()).filter((text) => text.endsWith("/say Maybe"))).toHaveLength(1);
  });

  it("shows as failed when it was refused, and is forgotten on demand", async () => {
    const session = await open("/say Hello");
    world.setPlan(({ method }) =>
      method === "POST"
        ? { kind: "status", status: 422, body: { error: { code: "validation_failed", message: "No." } } }
        : [],
    );
    await expect(session.sendMessage({ text: "bad", clientEventId: "bad" })).rejects.toMatchObject({ status: 422 });
    await world.clock.advanceAsync(16);
    expect(deliveries(session)).toEqual([["bad", "failed"]]);
    session.discard("bad");
    await world.clock.advanceAsync(16);
    expect(deliveries(session)).toEqual([]);
    await expect(session.retry("bad")).rejects.toMatchObject({ code: "message_unknown" });
  });
});
