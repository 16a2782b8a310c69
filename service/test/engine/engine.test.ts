import { beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { createMemoryStore, createServiceApp, type Agent, type Store } from "../../src/app.js";
import { AgentFailure, type AgentStep, type AgentTurn } from "../../src/agent/agent.js";
import { fault, harness, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

/** An agent whose behaviour a test defines. */
function agentOf(run: (turn: AgentTurn, signal: AbortSignal) => AsyncGenerator<AgentStep, void, void>): Agent {
  return { name: "test", run };
}

/** A gate that a test opens. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const textOf = (event: SessionEvent | undefined) => (event?.payload as { text: string } | undefined)?.text;
const ofType = (log: readonly SessionEvent[], type: string) => log.filter((event) => event.type === type);
const deltas = (log: readonly SessionEvent[]) => ofType(log, "agent.message.delta").map(textOf);

let service: Harness;

describe("batching", () => {
  it("writes a delta after fifty milliseconds, and at once when something else follows", async () => {
    const [first, second] = [gate(), gate()];
    service = await harness({
      agent: agentOf(async function* () {
        for (const text of ["a", "b", "c"]) yield { type: "text", text };
        await first.opened;
        for (const text of ["d", "e"]) yield { type: "text", text };
        yield { type: "tool", id: "t", name: "x", arguments: {} };
        await second.opened;
      }),
    });
    const session = await service.start("go");
    expect(deltas(await service.log(session))).toEqual([]);
    await service.clock.advance(49);
    expect(deltas(await service.log(session))).toEqual([]);
    await service.clock.advance(1);
    expect(deltas(await service.log(session))).toEqual(["abc"]);
    first.open();
    await settle();
    expect((await service.log(session)).slice(-3).map((event) => event.type)).toEqual([
      "agent.message.delta",
      "agent.message.completed",
      "agent.toolCall.created",
    ]);
    expect(deltas(await service.log(session))).toEqual(["abc", "de"]);
    second.open();
    await settle();
    expect((await service.call("GET", session)).body["status"]).toBe("idle");
  });

  it("writes no delta over one KiB, cuts none within a character, and loses nothing", async () => {
    const whole = `${"ä".repeat(700)}${"👩‍👩‍👧".repeat(400)}end\ud83d`;
    service = await harness({
      agent: agentOf(async function* () {
        yield { type: "text", text: whole };
      }),
    });
    const session = await service.start("go");
    const parts = deltas(await service.log(session)).map(String);
    expect(parts.join("")).toBe(whole);
    const sizes = parts.map((part) => new TextEncoder().encode(part).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_024);
    expect(parts.slice(0, -1).filter((part) => /[\ud800-\udbff]$/.test(part))).toEqual([]);
  });

  it("separates reasoning and text, and ends a message before other steps", async () => {
    service = await harness({
      agent: agentOf(async function* () {
        yield { type: "reasoning", text: "hm" };
        yield { type: "reasoning", text: "m" };
        yield { type: "text", text: "a" };
        yield { type: "reasoning", text: "again" };
        yield { type: "text", text: "b" };
      }),
    });
    const log = await service.log(await service.start("go"));
    expect(log.slice(6).map((event) => [event.type, textOf(event)])).toEqual([
      ["agent.reasoning.delta", "hmm"],
      ["agent.message.delta", "a"],
      ["agent.message.completed", "a"],
      ["agent.reasoning.delta", "again"],
      ["agent.message.delta", "b"],
      ["agent.message.completed", "b"],
      ["turn.completed", undefined],
      ["session.status.changed", undefined],
    ]);
  });

  it("keeps the text of an answer that is too large for one event in its deltas", async () => {
    const whole = "0123456789".repeat(10_000);
    service = await harness({
      agent: agentOf(async function* () {
        yield { type: "text", text: whole };
        yield { type: "tool", id: "t", name: "x", arguments: {} };
        yield { type: "tool-output", id: "t", output: { text: whole, ok: true } };
      }),
    });
    const log = await service.log(await service.start("go"));
    expect(deltas(log).join("")).toBe(whole);
    const completed = ofType(log, "agent.message.completed")[0]?.payload;
    expect(completed).toMatchObject({ preview: expect.any(String), truncation: { truncated: true } });
    expect(ofType(log, "agent.toolCall.output")[0]?.payload).toMatchObject({
      id: "t",
      truncation: { truncated: true },
    });
    const sizes = log.map((event) => JSON.stringify(event.payload).length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536);
  });
});

describe("many sessions", () => {
  it("run in parallel: one that hangs delays no other", async () => {
    service = await harness({
      agent: agentOf(async function* ({ prompt }) {
        if (prompt === "hang") await new Promise(() => undefined);
        yield { type: "text", text: prompt };
      }),
    });
    const hanging = await service.start("hang");
    const sessions = await Promise.all(Array.from({ length: 20 }, (_, n) => service.start(`m${n}`)));
    for (const session of sessions) expect((await service.call("GET", session)).body["status"]).toBe("idle");
    expect((await service.call("GET", hanging)).body["status"]).toBe("running");
    await service.call("POST", `${hanging}/control`, { action: "interrupt", clientEventId: "i" });
    expect((await service.call("GET", hanging)).body["status"]).toBe("idle");
    await service.app.close();
    expect(service.clock.pending).toBe(0);
  });

  it("stop a turn that is interrupted in the moment before its agent starts", async () => {
    const store = createMemoryStore();
    const started = gate();
    let runs = 0;
    const slow: Store = {
      ...store,
      async changeSession(id, options, decide) {
        const changed = await store.changeSession(id, options, decide);
        if (options.lease !== undefined) await started.opened;
        return changed;
      },
    };
    service = await harness({
      store: slow,
      agent: agentOf(async function* () {
        runs += 1;
        await new Promise(() => undefined);
        yield { type: "message" };
      }),
    });
    const session = await service.start("go");
    await service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "i" });
    started.open();
    await settle();
    expect(runs).toBe(0);
    expect((await service.call("GET", session)).body["status"]).toBe("idle");
    await service.app.close();
    expect(service.clock.pending).toBe(0);
  });

  it("run one turn at a time each", async () => {
    let running = 0;
    let most = 0;
    service = await harness({
      agent: agentOf(async function* ({ clock }) {
        running += 1;
        most = Math.max(most, running);
        await new Promise<void>((resolve) => clock.after(10, resolve));
        running -= 1;
        yield { type: "text", text: "x" };
      }),
    });
    const session = await service.start("one");
    for (let n = 0; n < 5; n += 1) await service.send(session, `m${n}`);
    await service.clock.advance(1_000);
    expect(ofType(await service.log(session), "turn.completed")).toHaveLength(6);
    expect(most).toBe(1);
  });
});

describe("an agent that fails", () => {
  it.each([
    ["before it says anything", "/fail before out_of_luck", 0],
    ["in the middle", "/fail middle out_of_luck", 1],
  ])("%s ends its turn and leaves the session usable", async (_, message, said) => {
    service = await harness();
    const session = await service.start(message);
    const log = await service.log(session);
    expect(deltas(log)).toHaveLength(said);
    expect(log.slice(-2).map((event) => [event.type, event.payload])).toEqual([
      ["turn.failed", { error: expect.any(String), code: "out_of_luck", retryable: true }],
      ["session.status.changed", { status: "idle" }],
    ]);
    await service.send(session, "/say better");
    expect(deltas(await service.log(session)).at(-1)).toBe("better");
    expect(service.faults).toEqual([]);
  });

  it("unexpectedly is reported to the host, not to the reader", async () => {
    const bug = new Error("secret detail");
    service = await harness({
      agent: agentOf(async function* () {
        yield { type: "text", text: "a" };
        throw bug;
      }),
    });
    const log = await service.log(await service.start("go"));
    expect(ofType(log, "turn.failed")[0]?.payload).toMatchObject({ code: "agent_failed", retryable: true });
    expect(JSON.stringify(log)).not.toContain("secret");
    expect(service.faults).toEqual([bug]);
  });

  it("ignores output of an aborted agent", async () => {
    service = await harness();
    const session = await service.start("/silence 60\n/say late");
    await service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "i1" });
    await settle();
    expect(ofType(await service.log(session), "turn.cancelled")).toHaveLength(1);
    expect(service.faults).toEqual([]);
  });

  it("is one that writes what only the service may", async () => {
    service = await harness();
    const session = await service.start('/event turn.completed {"output":"ha"}');
    expect(ofType(await service.log(session), "turn.failed")[0]?.payload).toMatchObject({ code: "event_reserved" });
    await service.send(session, '/event tomorrow.type {"n":1}');
    expect(ofType(await service.log(session), "tomorrow.type")[0]?.payload).toEqual({ n: 1 });
  });

  it("keeps its own code when it chooses one", async () => {
    service = await harness({
      agent: agentOf(async function* () {
        yield { type: "tool", id: "t", name: "x", arguments: {} };
        throw new AgentFailure("No more quota.", { code: "provider_rate_limited" });
      }),
    });
    const failed = ofType(await service.log(await service.start("go")), "turn.failed")[0];
    expect(failed?.payload).toEqual({ error: "No more quota.", code: "provider_rate_limited", retryable: false });
  });
});

describe("after a crash", () => {
  let store: Store;
  /** Stops the process's writes, as a crash would, without a word. */
  let crash: () => void;
  beforeEach(() => {
    store = createMemoryStore();
  });

  /** A store whose writer can be cut off while the store lives on. */
  function cut(): Store {
    let isCut = false;
    crash = () => {
      isCut = true;
    };
    const never = new Promise<never>(() => undefined);
    return new Proxy(store, {
      get: (target, name, receiver) => {
        const method = Reflect.get(target, name, receiver) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => (isCut ? never : method(...args));
      },
    });
  }

  async function restart(agent?: Agent): Promise<Harness> {
    const before = service;
    const credentials = { organizationId: before.app.organizationId, apiKey: before.app.apiKey };
    const { clock, app: _, ...rest } = before;
    const next = await harness({ store, clock, credentials, ...(agent && { agent }) });
    return { ...rest, ...next, clock };
  }

  it("fails a turn that had begun to answer, keeps its text, and continues with the queue", async () => {
    service = await harness({ store: cut() });
    const session = await service.start("/long 1000 100");
    await service.send(session, "/say next");
    await service.clock.advance(500);
    const before = await service.log(session);
    crash();
    service = await restart();
    await service.clock.advance(29_000);
    expect(await service.log(session)).toHaveLength(before.length);
    await service.clock.advance(2_000);
    const log = await service.log(session);
    expect(log.slice(0, before.length)).toEqual(before);
    expect(log.slice(before.length).map((event) => event.type)).toEqual([
      "turn.failed",
      "session.status.changed",
      "session.status.changed",
      "turn.started",
      "agent.message.delta",
      "agent.message.completed",
      "turn.completed",
      "session.status.changed",
    ]);
    expect(log[before.length]?.payload).toMatchObject({ code: "worker_lost", retryable: true });
    expect((await service.call("GET", session)).body["status"]).toBe("idle");
  });

  it("runs a turn without output again", async () => {
    service = await harness({ store: cut() });
    const session = await service.start("/silence 5\n/say hi");
    const before = await service.log(session);
    crash();
    service = await restart();
    await service.clock.advance(40_000);
    const log = await service.log(session);
    expect(log.slice(before.length).map((event) => event.type)).toEqual([
      "turn.recovery.requested",
      "session.status.changed",
      "session.status.changed",
      "turn.started",
      "agent.message.delta",
      "agent.message.completed",
      "turn.completed",
      "session.status.changed",
    ]);
    expect(new Set(log.map((event) => event.sequence)).size).toBe(log.length);
  });

  it("lets a turn that waits for a person wait on, and continues it after the decision", async () => {
    service = await harness({ store: cut() });
    const session = await service.start("/say one\n/approve pay {}\n/say two");
    const asked = ofType(await service.log(session), "session.requiresAction")[0]?.payload;
    const { approvals } = asked as { approvals: { id: string }[] };
    crash();
    service = await restart();
    await service.clock.advance(60_000);
    expect((await service.call("GET", session)).body["status"]).toBe("requires_action");
    const payload = { approvalId: approvals[0]?.id, decision: "approve" };
    await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload });
    await settle();
    const said = ofType(await service.log(session), "agent.message.completed").map(textOf);
    expect(said).toEqual(["one", "`pay` was approved and has run.", "two"]);
  });

  it("renews the lease during a long turn, so that no other worker claims it", async () => {
    service = await harness({ store });
    const session = await service.start("/silence 600\n/say done");
    const other = await restart();
    await service.clock.advance(601_000);
    expect(ofType(await service.log(session), "turn.started")).toHaveLength(1);
    expect(ofType(await service.log(session), "turn.completed")).toHaveLength(1);
    await other.app.close();
  });

  it("is not needed after a close: the next one to open recovers at once", async () => {
    service = await harness({ store });
    const session = await service.start("/long 1000 100");
    await service.clock.advance(510);
    await service.app.close();
    expect(service.clock.pending).toBe(0);
    service = await restart();
    await settle();
    const log = await service.log(session);
    expect(ofType(log, "turn.failed")[0]?.payload).toMatchObject({ code: "worker_lost" });
    expect(deltas(log).join("").length).toBeGreaterThan(0);
  });
});

describe("the app", () => {
  it("serves the same organization and key when it is given them again", async () => {
    const store = createMemoryStore();
    const first = await createServiceApp({ store });
    const second = await createServiceApp({ store, credentials: first });
    expect([second.organizationId, second.apiKey]).toEqual([first.organizationId, first.apiKey]);
    expect(await store.listApiKeys(first.organizationId)).toHaveLength(1);
    await Promise.all([first.close(), second.close()]);
  });

  it("answers a fault of its own with 500 and no detail", async () => {
    const store = createMemoryStore();
    const broken: Store = { ...store, listSessions: () => Promise.reject(new Error("secret detail")) };
    service = await harness({ store: broken });
    const answer = await service.call("GET", `${service.workspace}/sessions`);
    expect(fault(answer)).toBe("500 internal_error");
    expect(JSON.stringify(answer.body)).not.toContain("secret");
    expect(service.faults).toHaveLength(1);
  });
});
