import { afterEach, describe, expect, it } from "vitest";
import type { DecisionResponse } from "../../src/conversation/decisions/decision.js";
import type { SessionController } from "../../src/session/session-types.js";
import { addressOf } from "../support/backend.js";
import { createLiveSession, mapStorage, shown, textsOf, type LiveSession } from "./live-session.js";

let world: LiveSession;

afterEach(async () => {
  await world.close();
});

async function start(message: string, options = {}): Promise<SessionController> {
  world = await createLiveSession(message);
  const session = world.controller(options);
  session.subscribe(() => {});
  await world.until(() => session.getState().connection === "live");
  return session;
}

const approve: DecisionResponse = { kind: "approval", decision: "approve" };
const states = (session: SessionController) => session.getState().pending.map(({ state }) => state.name);
const posts = () =>
  world.fetch.seen.filter(({ method, url }) => method === "POST" && url.pathname.endsWith("/events")).length;

async function pendingId(session: SessionController): Promise<string> {
  await world.until(() => states(session).includes("pending"));
  return session.getState().pending.find(({ state }) => state.name === "pending")?.id ?? "";
}

describe("a decision", () => {
  it("is approved: submitting, accepted, settled by the log, and removed when the turn continues", async () => {
    const session = await start('/approve deploy {"to":"prod"}\n/say Deployed');
    const id = await pendingId(session);
    expect(session.getState()).toMatchObject({ status: "ready", sessionStatus: "requires_action", isRunning: true });
    expect(session.getState().pending).toMatchObject([{ kind: "approval", name: "deploy" }]);
    const answered = session.respond(id, approve);
    const seen = new Set<string>();
    session.subscribe(() => states(session).forEach((name) => seen.add(name)));
    await world.until(() => textsOf(session.getState()).includes("agent-message: Deployed"));
    await answered;
    expect(seen.has("pending")).toBe(false);
    await world.until(() => session.getState().sessionStatus === "idle");
    expect(states(session)).toEqual([]);
    await expect(session.respond(id, approve)).rejects.toMatchObject({ code: "decision_closed" });
  });

  it("is rejected with a reason that the log keeps", async () => {
    const session = await start("/approve deploy {}\n/say Done");
    const id = await pendingId(session);
    await Promise.all([
      session.respond(id, { kind: "approval", decision: "reject", message: "Not today" }),
      world.clock.advanceAsync(100),
    ]);
    await world.until(() => session.getState().sessionStatus === "idle");
    const told = (await world.whole()).find(({ type }) => type === "user.approvalDecision");
    expect(told?.payload).toMatchObject({ approvalId: id, decision: "reject", message: "Not today" });
  });

  it("answers a question, and a second one waits its turn without being refused", async () => {
    const session = await start("/ask text\n/ask single skip\n/say Thanks");
    for (const answer of ["first", "skip"]) {
      const id = await pendingId(session);
      const pending = session.getState().pending.find((decision) => decision.id === id);
      if (pending?.kind !== "question") throw new Error("No question is there.");
      const answers = pending.request.questions.map((question) => ({ questionId: question.id, values: [answer] }));
      const submission =
        answer === "skip" ? ({ outcome: "skipped" } as const) : ({ outcome: "answered", answers } as const);
      await Promise.all([session.respond(id, { kind: "question", submission }), world.clock.advanceAsync(100)]);
    }
    await world.until(() => textsOf(session.getState()).includes("agent-message: Thanks"));
    expect(shown(session.getState()).filter(({ kind }) => kind === "human-input")).toHaveLength(2);
    expect(posts()).toBe(2);
  });

  it("is unknown when its answer got lost, and given again under the same key", async () => {
    const session = await start("/approve deploy {}\n/say Done");
    const id = await pendingId(session);
    world.setPlan(({ method }) => (method === "POST" ? { kind: "refuse" } : []));
    await expect(session.respond(id, approve)).rejects.toMatchObject({ code: "network_error" });
    await world.clock.advanceAsync(16);
    expect(states(session)).toEqual(["unknown"]);
    world.setPlan(() => []);
    await Promise.all([session.respond(id, approve), world.clock.advanceAsync(100)]);
    await world.until(() => session.getState().sessionStatus === "idle");
    const told = (await world.whole()).filter(({ type }) => type === "user.approvalDecision");
    expect(told.map(({ clientEventId }) => clientEventId)).toEqual(["id-1"]);
  });

  it("that another window took first is settled by the log, not refused here", async () => {
    const session = await start("/approve deploy {}\n/say Done");
    const id = await pendingId(session);
    const other = { type: "user.approvalDecision", payload: { approvalId: id, decision: "reject" } } as const;
    world.setPlan(({ url }) => (url.pathname.endsWith("/stream") ? { kind: "refuse" } : []));
    await world.client.sendEvent(world.ref, other);
    const answered = session.respond(id, approve).catch((error: unknown) => error);
    await world.clock.advanceAsync(1000);
    await world.until(() => session.getState().sessionStatus === "idle");
    expect(await answered).toMatchObject({ code: "decision_closed" });
    expect(states(session)).toEqual(["settled"]);
  });

  it("expires when the log expires it, and no sooner", async () => {
    const session = await start("/ask text expires 5");
    await pendingId(session);
    await world.clock.advanceAsync(4000);
    expect(states(session)).toEqual(["pending"]);
    await world.until(() => !states(session).includes("pending"));
    expect((await world.whole()).map(({ type }) => type)).toContain("user.humanInputResponse");
  });

  it("is taken from a reader whose clock is ten minutes ahead, and counted down as it would be there", async () => {
    const ahead = 600_000;
    const clock = {
      now: () => world.clock.now() + ahead,
      after: (ms: number, run: () => void) => world.clock.after(ms, run),
    };
    await start("/ask text expires 60\n/say Thanks");
    const session = world.controller({ clock });
    session.subscribe(() => {});
    await pendingId(session);
    await world.clock.advanceAsync(1000);
    const [asked] = session.getState().pending;
    expect(asked?.state.name).toBe("pending");
    const left = (asked?.kind === "question" ? (asked.deadline ?? 0) : 0) - clock.now();
    expect(left).toBeGreaterThan(50_000);
    expect(left).toBeLessThanOrEqual(60_000);
    const questions = asked?.kind === "question" ? asked.request.questions : [];
    const answers = questions.map((question) => ({ questionId: question.id, values: ["Blue"] }));
    const submission = { outcome: "answered", answers } as const;
    void session.respond(asked?.id ?? "", { kind: "question", submission });
    await world.until(() => textsOf(session.getState()).at(-1) === "agent-message: Thanks");
  });

  it("is shown to later listeners", async () => {
    const first = await start("/approve deploy {}");
    const id = await pendingId(first);
    const second = world.controller();
    second.subscribe(() => {});
    expect(await pendingId(second)).toBe(id);
  });
});

describe("stop", () => {
  it("interrupts the running turn and keeps its text", async () => {
    const session = await start("/long 400 20");
    await world.until(() => textsOf(session.getState()).length > 1);
    await Promise.all([session.stop(), world.clock.advanceAsync(100)]);
    await world.until(() => !session.getState().isRunning);
    const kept = textsOf(session.getState())[1] ?? "";
    expect(kept.length).toBeGreaterThan("agent-message: ".length);
    await world.clock.advanceAsync(5000);
    expect(textsOf(session.getState())[1]).toBe(kept);
    expect(
      (await world.whole()).some(
        ({ type, payload }) => type === "turn.cancelled" && JSON.stringify(payload).includes("interrupt"),
      ),
    ).toBe(true);
    await Promise.all([session.sendMessage("/say Still usable"), world.clock.advanceAsync(100)]);
    await world.until(() => textsOf(session.getState()).includes("agent-message: Still usable"));
  });

  it("does nothing when nothing runs", async () => {
    const session = await start("/say Hello");
    await world.until(() => session.getState().sessionStatus === "idle");
    await session.stop();
    expect(posts()).toBe(0);
  });

  it("pressed before the turn has started is remembered", async () => {
    const session = await start("/say Hello");
    await world.until(() => session.getState().sessionStatus === "idle");
    world.setPlan(({ method }) => (method === "POST" ? { kind: "delay", ms: 200 } : []));
    void session.sendMessage("/long 400 20");
    await world.clock.advanceAsync(50);
    await session.stop();
    await world.until(() => !session.getState().isRunning);
    await world.clock.advanceAsync(3000);
    expect((await world.whole()).map(({ type }) => type)).toContain("turn.cancelled");
  });

  it.each(["was refused", "was discarded"])("pressed for a message that then %s stops no later one", async (how) => {
    const session = await start("/say Hello");
    await world.until(() => session.getState().sessionStatus === "idle");
    world.setPlan(({ method }) =>
      method === "POST"
        ? [
            { kind: "delay", ms: 200 },
            { kind: "status", status: 422 },
          ]
        : [],
    );
    session.sendMessage({ text: "/say First", clientEventId: "first-try" }).catch(() => {});
    await world.clock.advanceAsync(50);
    await session.stop();
    if (how === "was discarded") session.discard("first-try");
    else await world.clock.advanceAsync(1000);
    world.setPlan(() => []);
    void session.sendMessage("/long 100 20");
    await world.until(() => session.getState().sessionStatus === "running");
    await world.until(() => session.getState().sessionStatus === "idle");
    expect((await world.whole()).map(({ type }) => type)).not.toContain("turn.cancelled");
    expect(world.errors).toMatchObject(how === "was refused" ? [{ status: 422 }] : []);
  });
});

describe("steering and pausing", () => {
  it("steers: the message interrupts the running turn", async () => {
    const session = await start("/long 400 20");
    await world.until(() => textsOf(session.getState()).length > 1);
    await Promise.all([session.steer("/say Other way"), world.clock.advanceAsync(100)]);
    await world.until(() => textsOf(session.getState()).includes("agent-message: Other way"));
    expect((await world.whole()).map(({ type }) => type)).toContain("turn.superseded");
  });

  it("pauses, so that messages wait in the queue, and resumes", async () => {
    const session = await start("/say Hello");
    await world.until(() => session.getState().sessionStatus === "idle");
    await Promise.all([session.pause(), world.clock.advanceAsync(100)]);
    await world.until(() => session.getState().isPaused);
    void session.sendMessage("/say Later");
    await world.until(() => session.getState().queue.length === 1);
    expect(session.getState().isRunning).toBe(false);
    const { sessionId: targetId } = session.getState();
    expect(session.getState().resumeOptions).toMatchObject([{ scope: "selected", targetId }]);
    await Promise.all([session.resume(session.getState().resumeOptions[0]), world.clock.advanceAsync(100)]);
    await world.until(() => textsOf(session.getState()).includes("agent-message: Later"));
    expect(session.getState()).toMatchObject({ isPaused: false, resumeOptions: [], queue: [] });
  });

  it("offers each way to resume of a larger service, and uses the chosen one", async () => {
    world = await createLiveSession("/say Hello");
    const parent = await world.client.createSession({ initialMessage: "/say Parent" });
    const told = [
      { scope: "selected", targetId: world.ref.sessionId, selectedStateAfter: "active", impactCopy: "This one runs." },
      { scope: "session", targetId: parent.id, selectedStateAfter: "active", impactCopy: "All below it run." },
      { scope: "workspace", selectedStateAfter: "active", impactCopy: "Everything runs." },
    ];
    const resumed: string[] = [];
    const larger: typeof fetch = async (input, init) => {
      const { pathname } = new URL(addressOf(input));
      const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as { readonly action?: string };
      if (body.action === "resume") resumed.push(pathname.replace(/^.*\/workspaces\/[^/]+\//, ""));
      if (pathname.endsWith("/inference-control")) return Response.json({ state: "active" });
      const answer = await world.fetch(input, init);
      if (init?.method !== "GET" || !pathname.endsWith(`/sessions/${world.ref.sessionId}`)) return answer;
      const record = (await answer.json()) as { readonly effectiveControl: object };
      const effectiveControl = { ...record.effectiveControl, state: "paused", resumeOptions: told };
      return Response.json({ ...record, effectiveControl });
    };
    const session = world.controller({ client: world.service.client({ fetch: larger, clock: world.clock }) });
    session.subscribe(() => {});
    await world.until(() => session.getState().resumeOptions.length > 0);
    expect(session.getState().resumeOptions).toEqual(told);
    for (const option of session.getState().resumeOptions) {
      await Promise.all([session.resume(option), world.clock.advanceAsync(100)]);
    }
    const controlOf = (id: string) => `sessions/${id}/control`;
    expect(resumed).toEqual([controlOf(world.ref.sessionId), controlOf(parent.id), "inference-control"]);
  });
});

describe("a reload", () => {
  it("resumes a pending message under its key", async () => {
    const storage = mapStorage();
    const session = await start("/say Hello", { storage });
    world.setPlan(({ method }) => (method === "POST" ? { kind: "refuse" } : []));
    session.sendMessage({ text: "/say Kept", clientEventId: "kept" }).catch(() => {});
    await world.clock.advanceAsync(100);
    session.dispose();
    world.setPlan(() => []);
    const next = world.controller({ storage });
    next.subscribe(() => {});
    await world.until(() => textsOf(next.getState()).includes("agent-message: Kept"));
    expect(textsOf(next.getState()).filter((text) => text.endsWith("/say Kept"))).toHaveLength(1);
    await world.clock.advanceAsync(100);
    expect(storage.map.size).toBe(0);
  });

  it("forgets a message that the log has by now, without sending it", async () => {
    const storage = mapStorage();
    world = await createLiveSession("/say Hello");
    world.setPlan(({ method }) => (method === "POST" ? { kind: "lose-answer" } : []));
    const session = world.controller({ storage });
    session.sendMessage({ text: "/say Arrived", clientEventId: "arrived" }).catch(() => {});
    await world.clock.advanceAsync(1000);
    session.dispose();
    expect(storage.map.size).toBe(1);
    const before = posts();
    const next = world.controller({ storage });
    next.subscribe(() => {});
    await world.until(() => textsOf(next.getState()).includes("agent-message: Arrived"));
    await world.clock.advanceAsync(100);
    expect([posts() - before, storage.map.size]).toEqual([0, 0]);
  });

  it("keeps one whose outcome is unknown for the person to decide", async () => {
    const storage = mapStorage();
    const session = await start("/say Hello", { storage });
    world.setPlan(({ method }) => (method === "POST" ? { kind: "refuse" } : []));
    session.sendMessage({ text: "/say Maybe", clientEventId: "maybe" }).catch(() => {});
    await world.clock.advanceAsync(130_000);
    session.dispose();
    const before = posts();
    const next = world.controller({ storage });
    next.subscribe(() => {});
    await world.until(() => next.getState().connection === "live");
    expect(shown(next.getState()).at(-1)).toMatchObject({ text: "/say Maybe", delivery: { state: "unknown" } });
    await world.clock.advanceAsync(10_000);
    expect(posts()).toBe(before);
  });

  it("survives invalid data in the storage", async () => {
    const storage = mapStorage();
    world = await createLiveSession("/say Hello");
    const first = world.controller({ storage });
    first.sendMessage("x").catch(() => {});
    const [key = ""] = storage.map.keys();
    first.dispose();
    for (const nonsense of ["{", "7", '[{"clientEventId":1}]', "null"]) {
      storage.map.set(key, nonsense);
      const session = world.controller({ storage });
      const leave = session.subscribe(() => {});
      await world.until(() => session.getState().connection === "live");
      expect(session.getState().error).toBeNull();
      leave();
      session.dispose();
    }
  });
});
