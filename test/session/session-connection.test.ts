import { afterEach, describe, expect, it } from "vitest";
import type { Presence } from "../../src/wire/sse/attendance.js";
import { createLiveSession, shown, textsOf, type LiveSession } from "./live-session.js";

let world: LiveSession;
afterEach(async () => {
  await world.close();
});

/** A page that is shown and hidden by hand. */
function page() {
  const listeners = new Set<() => void>();
  let hidden = false;
  const presence: Presence = {
    isHidden: () => hidden,
    subscribe(run) {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  };
  return {
    presence,
    listeners,
    hide: (now: boolean): void => {
      hidden = now;
      for (const run of listeners) run();
    },
  };
}

async function live(options = {}) {
  world = await createLiveSession("/say Hello");
  const session = world.controller(options);
  const leave = session.subscribe(() => {});
  await world.until(() => session.getState().connection === "live");
  return { session, leave };
}

describe("a hidden page", () => {
  it("keeps no connection, and catches up when it is visible again", async () => {
    const { presence, hide, listeners } = page();
    const { session, leave } = await live({ presence });
    hide(true);
    await world.clock.advanceAsync(14_000);
    expect(session.getState().connection).toBe("live");
    await world.clock.advanceAsync(2000);
    expect(session.getState().connection).toBe("idle");
    await world.client.sendEvent(world.ref, { type: "user.message", payload: { text: "/say Meanwhile" } });
    await world.clock.advanceAsync(5000);
    expect(textsOf(session.getState())).not.toContain("agent-message: Meanwhile");
    hide(false);
    await world.until(() => textsOf(session.getState()).includes("agent-message: Meanwhile"));
    expect(session.getState().connection).toBe("live");
    leave();
    expect(listeners.size).toBe(0);
  });

  it("keeps its connection over a short look elsewhere", async () => {
    const { presence, hide } = page();
    const { session } = await live({ presence });
    hide(true);
    await world.clock.advanceAsync(10_000);
    hide(false);
    await world.clock.advanceAsync(60_000);
    expect(session.getState().connection).toBe("live");
    expect(world.fetch.seen.filter(({ url }) => url.pathname.endsWith("/stream"))).toHaveLength(1);
  });

  it("keeps no connection for a listener that needs updates, and polls", async () => {
    const { presence, hide } = page();
    const { session } = await live({ presence });
    const leave = session.subscribe(() => {}, { whileHidden: () => true });
    hide(true);
    await world.clock.advanceAsync(16_000);
    expect(session.getState().connection).toBe("idle");
    await world.client.sendEvent(world.ref, { type: "user.message", payload: { text: "/approve deploy {}" } });
    let held = 0;
    for (let second = 0; second < 120; second += 1) {
      await world.clock.advanceAsync(1_000);
      if (session.getState().connection !== "idle") held += 1;
    }
    expect(session.getState().pending).toHaveLength(1);
    expect(held).toBeLessThan(30);
    leave();
    await world.clock.advanceAsync(30_000);
    expect(session.getState().connection).toBe("idle");
    const { waiting } = world.clock;
    await world.clock.advanceAsync(60_000);
    expect(world.clock.waiting).toBe(waiting);
  });
});

describe("a connection that broke", () => {
  it("reports its start and the time of the next try, and retries at once on request", async () => {
    world = await createLiveSession("/say Hello");
    world.setPlan(() => ({ kind: "refuse" }));
    const session = world.controller();
    const since = world.clock.now();
    session.subscribe(() => {});
    await world.clock.advanceAsync(60_000);
    expect(session.getState().connection).toBe("reconnecting");
    expect(session.getState().connectionSince).toBeGreaterThanOrEqual(since);
    expect(session.getState().connectionSince).toBeLessThan(since + 1000);
    const at = session.getState().nextAttemptAt ?? 0;
    expect(at).toBeGreaterThan(world.clock.now() + 500);
    world.setPlan(() => []);
    session.reconnect();
    await world.clock.advanceAsync(100);
    expect(world.clock.now()).toBeLessThan(at);
    expect(session.getState()).toMatchObject({ connection: "live", nextAttemptAt: null });
  });

  it("waits as long as the service asks before it reads the first page again", async () => {
    world = await createLiveSession("/say Hello");
    let reads = 0;
    world.setPlan(({ url }) => {
      if (!url.pathname.endsWith("/events")) return [];
      reads += 1;
      return { kind: "status", status: 429, headers: { "retry-after": "20" } };
    });
    const session = world.controller();
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "reconnecting");
    expect(session.getState().nextAttemptAt).toBeGreaterThan(world.clock.now() + 19_000);
    await world.clock.advanceAsync(19_000);
    expect(reads).toBe(1);
    world.setPlan(() => []);
    await world.until(() => session.getState().connection === "live");
  });

  it("is closed with the error when the service asks for too long a wait", async () => {
    world = await createLiveSession("/say Hello");
    world.setPlan(() => ({ kind: "status", status: 429, headers: { "retry-after": "3600" } }));
    const session = world.controller();
    session.subscribe(() => {});
    await world.until(() => ["closed", "reconnecting"].includes(session.getState().connection));
    expect(session.getState()).toMatchObject({ connection: "closed", error: { status: 429, retryAfterMs: 3_600_000 } });
    world.setPlan(() => []);
    session.reconnect();
    await world.until(() => session.getState().connection === "live");
  });

  it("is tried again after it was closed, when asked to", async () => {
    world = await createLiveSession("/say Hello");
    world.setPlan(() => ({ kind: "status", status: 403 }));
    const session = world.controller();
    session.reconnect();
    expect(session.getState().connection).toBe("idle");
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "closed");
    expect(session.getState().error).not.toBeNull();
    world.setPlan(() => []);
    session.reconnect();
    await world.until(() => session.getState().connection === "live");
    expect(session.getState()).toMatchObject({ error: null, isRestoring: false });
    expect(textsOf(session.getState())).toContain("agent-message: Hello");
  });
});

describe("stop", () => {
  it("names the turn that it means, so that none that starts meanwhile is stopped", async () => {
    world = await createLiveSession("/say Hello");
    const sent: { readonly path: string; readonly body: Record<string, unknown> }[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      const path = new URL(new Request(input).url).pathname;
      if (typeof init?.body === "string") sent.push({ path, body: JSON.parse(init.body) as Record<string, unknown> });
      return world.fetch(input, init);
    };
    const session = world.controller({ client: world.service.client({ fetch, clock: world.clock }) });
    session.subscribe(() => {});
    await world.until(() => session.getState().connection === "live");
    void session.sendMessage("/long 100 400");
    await world.until(() => textsOf(session.getState()).length > 3);
    await Promise.all([session.stop(), world.clock.advanceAsync(100)]);
    const turnId = (await world.whole()).findLast(({ type }) => type === "turn.started")?.turnId;
    expect(sent.flatMap(({ path, body }) => (path.endsWith("/control") ? body : []))).toMatchObject([
      { action: "interrupt", turnId },
    ]);
    // An event would count in the person's share of writes, which may be used up.
    expect(sent.filter(({ body }) => body["type"] === "user.interrupt")).toEqual([]);
  });
});

describe("a session without listeners", () => {
  it("keeps no timer for a question's deadline", async () => {
    const { session, leave } = await live();
    void session.sendMessage("/ask text expires 30");
    await world.until(() => session.getState().pending.length > 0);
    leave();
    await world.clock.advanceAsync(2000);
    const waiting = world.clock.waiting;
    session.dispose();
    expect(world.clock.waiting).toBe(waiting);
  });
});

describe("an event whose payload does not fit", () => {
  it("is reported to the host once, and its valid fields are shown", async () => {
    const { session } = await live();
    const text = '/event agent.toolCall.created {"id":7,"name":"search","arguments":{}}';
    await world.client.sendEvent(world.ref, { type: "user.message", payload: { text } });
    await world.client.sendEvent(world.ref, { type: "user.message", payload: { text: "/say Afterwards" } });
    await world.until(() => textsOf(session.getState()).includes("agent-message: Afterwards"));
    const { sequence } = (await world.whole()).find(({ type }) => type === "agent.toolCall.created")!;
    expect(world.errors).toMatchObject([{ code: "payload_malformed", retryable: false }]);
    expect(world.errors[0]?.message).toContain(`Event ${sequence} (agent.toolCall.created)`);
    expect(world.errors[0]?.message).toContain("at id.");
    expect(shown(session.getState()).map(({ kind }) => kind)).toContain("tool-call");
  });
});
