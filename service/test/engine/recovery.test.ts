import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { createMemoryStore, type Agent, type Store } from "../../src/app.js";
import type { AgentStep, AgentTurn } from "../../src/agent/agent.js";
import { pause } from "../../src/pause.js";
import { harness, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

const ofType = (log: readonly SessionEvent[], type: string) => log.filter((event) => event.type === type);
const payloads = (log: readonly SessionEvent[], type: string) => ofType(log, type).map(({ payload }) => payload);

let store: Store;
/** The process that runs now. */
let service: Harness;
/** Cuts the running process off its store, as a kill does. */
let kill: () => void;
let isDead: () => boolean;
let runs: string[];

beforeEach(() => {
  store = createMemoryStore();
  runs = [];
});
afterEach(() => (isDead() ? undefined : service.app.close()));

/** A store whose writer can be cut off while the store lives on. */
function cut(): Store {
  let isCut = false;
  kill = () => {
    isCut = true;
  };
  isDead = () => isCut;
  const never = new Promise<never>(() => undefined);
  return new Proxy(store, {
    get: (target, name, receiver) => {
      const method = Reflect.get(target, name, receiver) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => (isCut ? never : method(...args));
    },
  });
}

/** Kills the process a moment after the turn began: a process that starts with it is up by then. */
async function die({ clock }: AgentTurn, signal: AbortSignal): Promise<void> {
  await pause(clock, 10, signal);
  kill();
  await new Promise(() => undefined);
}

/** Kills its process at the prompt "poison"; takes 100 ms for the first word of every other answer. */
const mortal: Agent = {
  name: "mortal",
  async *run(turn: AgentTurn, signal: AbortSignal): AsyncGenerator<AgentStep, void, void> {
    runs.push(turn.prompt);
    if (turn.prompt.startsWith("poison")) await die(turn, signal);
    await pause(turn.clock, 100, signal);
    yield { type: "text", text: "Fine." };
  },
};

async function begin(agent: Agent, options: object = {}): Promise<void> {
  service = await harness({ store: cut(), agent, ...options });
}

/** A supervisor starts the service again, on the same clock. */
async function restart(agent: Agent): Promise<void> {
  const { clock, workspace, app } = service;
  const credentials = { organizationId: app.organizationId, apiKey: app.apiKey };
  service = { ...(await harness({ store: cut(), clock, credentials, agent })), clock, workspace };
}

/** Restarts the service two minutes after each death, until it lives for two minutes. */
async function supervise(agent: Agent): Promise<void> {
  for (let starts = 0; starts < 30; starts += 1) {
    await service.clock.advance(120_000);
    if (!isDead()) return;
    await restart(agent);
  }
  throw new Error("The service died at each of 30 starts.");
}

describe("a message that kills its process", () => {
  it("fails with recovery_limit_reached after three recoveries, and the queue continues", async () => {
    await begin(mortal);
    const session = await service.start("poison");
    await service.send(session, "hello");
    await supervise(mortal);
    const log = await service.log(session);
    expect(runs.filter((prompt) => prompt === "poison")).toHaveLength(4);
    expect(payloads(log, "turn.failed")).toEqual([
      {
        error: "This message could not be answered after several attempts. Try again.",
        code: "recovery_limit_reached",
        retryable: true,
      },
    ]);
    expect(payloads(log, "user.message")).toMatchObject([{ text: "poison" }, { text: "hello" }]);
    expect(payloads(log, "turn.completed")).toEqual([{ output: "Fine." }]);
  });

  it("fails no other turn, however many ran at the same time", async () => {
    await begin(mortal);
    const sessions = [];
    for (const prompt of ["one", "two", "poison a", "three", "poison b", "four"])
      sessions.push(await service.start(prompt));
    await supervise(mortal);
    const ends = await Promise.all(
      sessions.map(async (session) => (await service.log(session)).map(({ type }) => type)),
    );
    const poisoned = ends.filter((types) => types.includes("turn.failed"));
    expect(poisoned).toHaveLength(2);
    expect(ends.filter((types) => types.includes("turn.completed"))).toHaveLength(4);
  });

  it("waits longer before each recovery", async () => {
    await begin(mortal);
    const session = await service.start("poison");
    await supervise(mortal);
    const requested = payloads(await service.log(session), "turn.recovery.requested") as { recoverAt?: string }[];
    const times = ofType(await service.log(session), "turn.recovery.requested").map(({ occurredAt }) => occurredAt);
    expect(
      requested.map(({ recoverAt }, n) => (recoverAt ? Date.parse(recoverAt) - Date.parse(times[n]!) : 0)),
    ).toEqual([0, 5_000, 30_000]);
  });

  it("counts from the last decision of a person", async () => {
    const deadly: Agent = {
      name: "deadly",
      async *run(turn, signal) {
        runs.push(`poison ${turn.past.length}`);
        const decisions = ofType(turn.past, "user.approvalDecision").length;
        const approval = { id: `a${decisions}`, name: "pay", arguments: {} };
        // Twice it dies before it asks, and again after each answer.
        if (runs.length % 3 !== 0) await die(turn, signal);
        if (decisions === 2) yield { type: "text", text: "Paid." };
        else yield { type: "ask", approvals: [approval] };
      },
    };
    await begin(deadly);
    const session = await service.start("go");
    for (const id of ["a0", "a1"]) {
      await supervise(deadly);
      expect((await service.call("GET", session)).body["status"]).toBe("requires_action");
      const payload = { approvalId: id, decision: "approve" };
      await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload });
      await settle();
    }
    await supervise(deadly);
    expect(payloads(await service.log(session), "turn.completed")).toEqual([{ output: "Paid." }]);
    expect(runs).toHaveLength(9);
  });
});

describe("a turn that takes too long", () => {
  const slow: Agent = {
    name: "slow",
    async *run(_turn, signal) {
      yield { type: "text", text: "One moment" };
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      runs.push("aborted");
    },
  };

  it("fails with turn_timed_out at the limit, keeps its text and notifies the operator", async () => {
    await begin(slow, { maxTurnMs: 60_000 });
    const session = await service.start("go");
    await service.clock.advance(59_999);
    expect(ofType(await service.log(session), "turn.failed")).toEqual([]);
    await service.clock.advance(1);
    const log = await service.log(session);
    expect(payloads(log, "agent.message.completed")).toEqual([{ text: "One moment" }]);
    expect(payloads(log, "turn.failed")).toEqual([
      { error: "The answer took too long and was stopped. Try again.", code: "turn_timed_out", retryable: true },
    ]);
    expect(runs).toEqual(["aborted"]);
    expect(String(service.faults[0])).toContain("Raise maxTurnMs");
  });

  it("has an hour by default", async () => {
    await begin(slow);
    const session = await service.start("go");
    await service.clock.advance(3_599_999);
    expect(ofType(await service.log(session), "turn.failed")).toEqual([]);
    await service.clock.advance(1);
    expect(ofType(await service.log(session), "turn.failed")).toHaveLength(1);
  });
});

describe("closing with a drain limit", () => {
  /** Writes a word at once, or after a minute when the prompt is "silent", then works for ten seconds. */
  const worker: Agent = {
    name: "worker",
    async *run(turn, signal) {
      runs.push(turn.prompt);
      if (turn.prompt === "silent") await pause(turn.clock, 60_000, signal);
      yield { type: "text", text: "Working" };
      yield { type: "tool", id: "t", name: "look", arguments: {} };
      await pause(turn.clock, 10_000, signal);
      yield { type: "text", text: "Done" };
    },
  };

  it("lets an answer end, starts no further turn, and hands over a turn without output", async () => {
    await begin(worker);
    const [answering, silent] = [await service.start("answer"), await service.start("silent")];
    const { clock } = service;
    let isClosed = false;
    const closed = service.app.close({ drainMs: 30_000 }).then(() => (isClosed = true));
    await settle();
    const late = await service.start("late");
    await clock.advance(9_000);
    expect(isClosed).toBe(false);
    await clock.advance(1_000);
    await closed;
    expect(payloads(await service.log(answering), "turn.completed")).toEqual([{ output: "Done" }]);
    expect(payloads(await service.log(silent), "turn.recovery.requested")).toEqual([{ reason: "worker_stopped" }]);
    expect(ofType(await service.log(late), "turn.started")).toEqual([]);
    expect(clock.pending).toBe(0);
    await restart(worker);
    await clock.advance(120_000);
    for (const session of [silent, late]) {
      const log = await service.log(session);
      expect(ofType(log, "turn.failed")).toEqual([]);
      expect(payloads(log, "turn.completed")).toEqual([{ output: "Done" }]);
    }
  });

  it("hands a turn over any number of times without counting a recovery", async () => {
    await begin(worker);
    const session = await service.start("silent");
    for (let deploys = 0; deploys < 6; deploys += 1) {
      await service.app.close({ drainMs: 30_000 });
      await restart(worker);
      await settle();
    }
    await service.clock.advance(120_000);
    const log = await service.log(session);
    expect(ofType(log, "turn.started")).toHaveLength(7);
    expect(ofType(log, "turn.completed")).toHaveLength(1);
  });

  it("stops waiting at the limit; the next start ends the turn as interrupted", async () => {
    await begin(worker);
    const session = await service.start("answer");
    const closed = service.app.close({ drainMs: 5_000 });
    await service.clock.advance(5_000);
    await closed;
    await restart(worker);
    await settle();
    expect(payloads(await service.log(session), "turn.failed")).toEqual([
      { error: "The answer was interrupted. Try again.", code: "worker_lost", retryable: true },
    ]);
  });
});
