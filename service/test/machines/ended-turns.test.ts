import { afterEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { fault, harness, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { commandsIn, follow, post, readingAgent, waiting } from "./linked.js";

/** A process of the service whose store can be cut off, as a kill does. */
function mortal(store: Store): { readonly store: Store; readonly kill: () => void } {
  let isCut = false;
  const never = new Promise<never>(() => undefined);
  const cut = new Proxy(store, {
    get(target, name, receiver) {
      const method = Reflect.get(target, name, receiver) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => (isCut ? never : method(...args));
    },
  });
  return { store: cut, kill: () => void (isCut = true) };
}

const open: Harness[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.app.close();
});

/** A command that waits for its machine, in a process that may be killed, and the process that starts after it. */
async function linked() {
  const store = createMemoryStore();
  const { store: cut, kill } = mortal(store);
  const first = await waiting({ store: cut, leaseMs: 1_000 });
  const { clock, workspace, app } = first.service;
  const credentials = { organizationId: app.organizationId, apiKey: app.apiKey };
  const restart = async () => {
    const next = await harness({ store, clock, credentials, agent: readingAgent, leaseMs: 1_000 });
    open.push(next);
    return { ...next, clock, workspace };
  };
  return { ...first, store, kill, restart };
}

/** The same, after the kill. */
async function orphaned() {
  const all = await linked();
  all.kill();
  return all;
}

const ends: readonly [string, string, (service: Harness, session: string) => Promise<unknown>][] = [
  ["failed, as its process was killed", "turn.failed", ({ clock }) => clock.advance(2_000)],
  [
    "was interrupted",
    "turn.cancelled",
    (service, session) => service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "stop" }),
  ],
  [
    "was cancelled with its session",
    "turn.cancelled",
    (service, session) => service.call("POST", `${session}/control`, { action: "cancel", clientEventId: "stop" }),
  ],
  [
    "was superseded by a steering message",
    "turn.superseded",
    (service, session) => service.call("POST", `${session}/steer`, { text: "other.txt", clientEventId: "steer" }),
  ],
];

describe("a command whose turn is over", () => {
  it.each(ends)("is not sent when its turn %s", async (_how, end, act) => {
    const { machine, session, id, store, restart } = await orphaned();
    const service = await restart();
    await act(service, session);
    await settle();
    expect(await service.types(session)).toContain(end);
    const link = await follow(service, machine);
    expect(commandsIn(link.text).map((command) => command.id)).not.toContain(id);
    expect((await store.getCommand(id))?.status).toBe("cancelled");
  });

  it.each(ends)("does not start when its turn %s", async (_how, end, act) => {
    const { machine, session, id, store, restart } = await orphaned();
    const service = await restart();
    await act(service, session);
    await settle();
    expect(await service.types(session)).toContain(end);
    expect(fault(await post(service, machine, id, "start", { startKey: "k" }))).toBe("409 command_over");
    expect((await store.getCommand(id))?.status).toBe("cancelled");
  });

  it.each(ends)("is reported as cancelled when it had started before its turn %s", async (_how, end, act) => {
    const { service: first, machine, session, id, store, kill, restart } = await linked();
    await post(first, machine, id, "start", { startKey: "k" });
    kill();
    const service = await restart();
    await act(service, session);
    await settle();
    expect(await service.types(session)).toContain(end);
    expect(fault(await post(service, machine, id, "start", { startKey: "other" }))).toBe("409 command_over");
    const printed = await post(service, machine, id, "output", { offset: 0, text: "tea" });
    expect(printed.body).toEqual({ receivedBytes: 3, cancelled: true });
    const ended = await post(service, machine, id, "result", { ok: true, value: { content: "tea" } });
    expect(ended.body).toEqual({ status: "cancelled" });
    expect(await store.getCommand(id)).toMatchObject({ status: "cancelled", result: { ok: true } });
  });

  it("does not start by a repeated acknowledgement, and is over for its machine", async () => {
    const { service: first, machine, session, id, store, kill, restart } = await linked();
    await post(first, machine, id, "start", { startKey: "k" });
    kill();
    const service = await restart();
    await service.clock.advance(2_000);
    expect(await service.types(session)).toContain("turn.failed");
    expect(fault(await post(service, machine, id, "start", { startKey: "k" }))).toBe("409 command_over");
    const [command] = await store.openCommands(machine.id);
    expect(command).toBeUndefined();
  });

  it("does not start while its turn runs without a process", async () => {
    const store = createMemoryStore();
    const { service, machine, id, session } = await waiting({ store });
    const sessionId = session.split("/").at(-1)!;
    const [turn] = await store.listTurns(sessionId, { limit: 1, order: "position" });
    await store.changeSession(sessionId, {}, () => ({ change: { endLease: true }, result: null }));
    expect(turn?.status).toBe("running");
    expect(fault(await post(service, machine, id, "start", { startKey: "k" }))).toBe("409 command_over");
  });
});
