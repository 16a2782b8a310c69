import type { SessionEvent } from "@service/sdk/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Agent, Store } from "../../src/app.js";
import type { AgentStep } from "../../src/agent/agent.js";
import { text } from "../harness.js";
import { createDatabase, type PostgresDatabase } from "./postgres-database.js";
import { soon } from "./watched.js";
import { follow, gate, has, ofType, passTime, startProcess, type Process } from "./processes.js";

let database: PostgresDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const started: Process[] = [];
async function start(options?: Parameters<typeof startProcess>[1]): Promise<Process> {
  const process = await startProcess(database.url, options);
  started.push(process);
  return process;
}
afterEach(async () => {
  for (const process of started.splice(0)) await process.close();
  await database.empty();
});

/** Two processes whose agent reports its process, waits until its turn is ended, and then writes too late. */
async function twoThatHang() {
  const begun = gate();
  const ended = gate();
  let runner = 0;
  const agentOf = (n: number): Agent => ({
    name: "test",
    async *run({ prompt }, signal): AsyncGenerator<AgentStep, void, void> {
      yield { type: "tool", id: "t", name: "look", arguments: {} };
      if (prompt !== "hang") return;
      runner = n;
      begun.open();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended.open();
      yield { type: "tool", id: "late", name: "too_late", arguments: {} };
    },
  });
  const both = [await start({ agent: agentOf(0) }), await start({ agent: agentOf(1) })] as const;
  const session = await both[0].begin("hang");
  await soon("the agent", begun.opened);
  return { session, ended: soon("the end of the agent", ended.opened), here: both[runner]!, there: both[1 - runner]! };
}

describe("two processes on one database", () => {
  it("one takes a message that the other's readers follow live", async () => {
    const [here, there] = [await start(), await start()];
    const session = await here.begin("/say first");
    const stream = await follow(there, session);
    await stream.until("turn.completed");
    await here.send(session, "/say second");
    const read = await stream.until('"text":"second"');
    const sequences = [...read.matchAll(/^id: (\d+)/gm)].map(([, id]) => Number(id));
    expect(sequences).toEqual(sequences.map((_, index) => index + 1));
    await stream.end();
    expect([...here.faults, ...there.faults]).toEqual([]);
  });

  it("one runs a turn, and only one", async () => {
    const processes = [await start(), await start(), await start()];
    const sessions = await Promise.all(
      Array.from({ length: 12 }, (_, n) => processes[n % 3]!.begin(`/tool t${n} {}\n/say done`)),
    );
    for (const session of sessions) {
      const log = await processes[0]!.logged(session, has("turn.completed"));
      expect(log.map((event) => event.sequence)).toEqual(log.map((_, index) => index + 1));
      const counts = ["turn.started", "agent.toolCall.created", "turn.completed"].map((type) => ofType(log, type));
      expect(counts.map((events) => events.length)).toEqual([1, 1, 1]);
    }
    expect(processes.flatMap((process) => process.faults)).toEqual([]);
  });

  it.each([
    ["a stop", "turn.cancelled", { action: "interrupt", clientEventId: "i" }, "control"],
    ["a cancel", "turn.cancelled", { action: "cancel", clientEventId: "c" }, "control"],
    ["a steer", "turn.superseded", { text: "go on", clientEventId: "s" }, "steer"],
  ])(
    "the other takes %s: the turn ends in the log, and its agent is aborted at once and writes nothing more",
    async (_, type, body, path) => {
      const { session, ended, here, there } = await twoThatHang();
      const answer = await there.call("POST", `${session}/${path}`, body);
      expect([200, 202]).toContain(answer.status);
      expect((await there.types(session)).includes(type)).toBe(true);
      // No clock has moved, so the lease has neither expired nor been renewed.
      await ended;
      if (path === "steer") await there.logged(session, has("turn.completed"));
      await here.close();
      expect(JSON.stringify(await there.log(session))).not.toContain("too_late");
      expect([...here.faults, ...there.faults]).toEqual([]);
    },
  );

  it("the other removes the session: its agent is aborted at once", async () => {
    const { session, ended, here, there } = await twoThatHang();
    expect((await there.call("DELETE", session)).status).toBe(200);
    await ended;
    expect((await here.call("GET", session)).status).toBe(404);
    expect([...here.faults, ...there.faults]).toEqual([]);
  });

  /** Creates a key and opens streams with it on both processes. */
  async function streamsOfOneKey(here: Process, there: Process) {
    const session = await here.begin("/say first");
    await here.logged(session, has("turn.completed"));
    const path = `/v1/organizations/${here.app.organizationId}/api-keys`;
    const { body } = await here.call("POST", path, { name: "short" });
    const [token, id] = [text(body["token"]), text(body["apiKey"]?.["id"])];
    const streams = await Promise.all([here, there].map((process) => follow(process, session, token)));
    await Promise.all(streams.map((stream) => stream.until("turn.completed")));
    return { streams, revoke: () => here.call("DELETE", `${path}/${id}`) };
  }

  it("one revokes a key: its streams end at once on both, and streams of other keys stay", async () => {
    const [here, there] = [await start(), await start()];
    const { streams, revoke } = await streamsOfOneKey(here, there);
    const other = await follow(there, await here.begin("/say other"));
    // No clock moves: neither process gets to its regular check.
    await revoke();
    await Promise.all(streams.map((stream) => stream.ended()));
    await other.until("turn.completed");
    await other.end();
    expect([...here.faults, ...there.faults]).toEqual([]);
  });

  it("one revokes a key: its streams on the other end within a second, also without a hint", async () => {
    const wrap = (store: Store): Store => ({ ...store, watchKeys: () => () => undefined });
    const [here, there] = [await start({ wrap }), await start({ wrap })];
    const { streams, revoke } = await streamsOfOneKey(here, there);
    await revoke();
    for (const { clock } of [here, there]) await clock.advance(1_000);
    await Promise.all(streams.map((stream) => stream.ended()));
    expect([...here.faults, ...there.faults]).toEqual([]);
  });

  it("one removes a session: its streams end on the other", async () => {
    const [here, there] = [await start(), await start()];
    const session = await here.begin("/say first");
    await here.logged(session, has("turn.completed"));
    const stream = await follow(there, session);
    await stream.until("connected");
    await here.call("DELETE", session);
    await expect(stream.ended()).resolves.toBeUndefined();
  });

  it("neither reads the lease again for its own writes", async () => {
    let renewals = 0;
    const wrap = (store: Store): Store => ({
      ...store,
      renewLease(lease, expiresAt) {
        renewals += 1;
        return store.renewLease(lease, expiresAt);
      },
    });
    const agent: Agent = {
      name: "test",
      async *run() {
        for (let n = 0; n < 30; n += 1) yield { type: "tool", id: `t${n}`, name: "look", arguments: {} };
      },
    };
    const [here, there] = [await start({ wrap, agent }), await start({ wrap, agent })];
    await there.logged(await here.begin("go"), has("turn.completed"));
    expect(renewals).toBe(0);
  });

  it("the other continues a turn in a moment when one closes", async () => {
    const { session, here, there } = await twoThatHang();
    await here.close();
    const isOver = (events: readonly SessionEvent[]) => has("turn.completed")(events) || has("turn.failed")(events);
    const log = await passTime([there], there.logged(session, isOver));
    expect(ofType(log, "turn.failed").length + ofType(log, "turn.completed").length).toBe(1);
  });

  it("a question expires once, and its turn continues once", async () => {
    const processes = [await start(), await start()] as const;
    const session = await processes[0].begin("/ask text skip expires 60");
    await processes[1].logged(session, has("session.humanInput.requested"));
    await Promise.all(processes.map(({ clock }) => clock.advance(59_000)));
    expect(await processes[0].types(session)).not.toContain("user.humanInputResponse");
    await Promise.all(processes.map(({ clock }) => clock.advance(1_000)));
    const log = await passTime(processes, processes[1].logged(session, has("turn.completed")));
    expect(ofType(log, "turn.completed")).toHaveLength(1);
    expect(ofType(log, "user.humanInputResponse")).toHaveLength(1);
    expect(ofType(log, "user.humanInputResponse")[0]?.payload).toMatchObject({
      response: { outcome: "expired" },
    });
    expect(processes.flatMap((process) => process.faults)).toEqual([]);
  });

  it("a child's report reaches its parent once, from either process", async () => {
    const processes = [await start(), await start()] as const;
    const parent = await processes[0].begin("/child /say I am done");
    await processes[1].logged(parent, (log) => JSON.stringify(log).includes('"childCompletion"'));
    for (const { clock } of processes) await clock.advance(1_000);
    const log = await processes[0].log(parent);
    expect(JSON.stringify(log).split('"childCompletion"')).toHaveLength(2);
    expect(processes.flatMap((process) => process.faults)).toEqual([]);
  });
});
