import { describe, expect, it } from "vitest";
import { createMemoryStore, type Agent, type Store } from "../../src/app.js";
import { maxOutputBytes } from "../../src/machines/command.js";
import { fault, harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { ana, commandsIn, enrol, follow, output, post, readingAgent, waiting } from "./linked.js";

describe("a machine's commands", () => {
  it("are streamed, acknowledged, and their result is passed to the agent", async () => {
    const { service, machine, session, id, link } = await waiting();
    expect(commandsIn(link.text)).toEqual([
      { id, name: "read_file", arguments: { path: "notes.txt", offset: 0 }, timeoutMs: 30_000 },
    ]);
    expect((await post(service, machine, id, "start", { startKey: "k" })).body).toEqual({ started: true });
    expect((await post(service, machine, id, "start", { startKey: "k" })).status).toBe(200);
    const result = { ok: true, value: { content: "tea" } };
    expect((await post(service, machine, id, "result", result)).body).toEqual({ status: "done" });
    await settle();
    expect(await output(service, session)).toMatchObject({ output: { content: "tea" } });
    const again = await post(service, machine, id, "result", { ok: true, value: { content: "other" } });
    expect(again.body).toEqual({ status: "done" });
    expect(fault(await post(service, machine, id, "start", { startKey: "k" }))).toBe("409 command_over");
  });

  it("start once, whatever asks for it", async () => {
    const { service, machine, id } = await waiting();
    const starts = await Promise.all(
      ["1", "2", "3"].map((startKey) => post(service, machine, id, "start", { startKey })),
    );
    expect(starts.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("are another machine's like missing ones, and cannot be reported before they started", async () => {
    const { service, machine, id } = await waiting();
    const other = await enrol(service);
    const bodies = { start: { startKey: "k" }, output: { offset: 0, text: "x" }, result: { ok: true, value: {} } };
    for (const [what, body] of Object.entries(bodies)) {
      const refused = await post(service, other, id, what, body);
      expect(refused.status).toBe(404);
      const missing = await post(service, other, "00000000-0000-4000-8000-000000000000", what, body);
      const { requestId: _one, ...one } = refused.body["error"] as unknown as Record<string, unknown>;
      const { requestId: _two, ...two } = missing.body["error"] as unknown as Record<string, unknown>;
      expect(one).toEqual(two);
    }
    expect(fault(await post(service, machine, id, "output", bodies.output))).toBe("409 command_over");
    expect(fault(await post(service, machine, id, "result", bodies.result))).toBe("409 not_started");
  });

  it("keep output once however often it is sent, without gaps and up to a bound", async () => {
    const { service, machine, id, session } = await waiting();
    await post(service, machine, id, "start", { startKey: "k" });
    const send = (offset: number, words: string) => post(service, machine, id, "output", { offset, text: words });
    expect((await send(0, "tea 💬")).body).toEqual({ receivedBytes: 8, cancelled: false });
    expect((await send(0, "tea 💬")).body).toMatchObject({ receivedBytes: 8 });
    expect((await send(4, "💬 cup")).body).toMatchObject({ receivedBytes: 12 });
    expect(fault(await send(20, "x"))).toBe("409 output_gap");
    expect(fault(await send(12, "x".repeat(maxOutputBytes)))).toBe("413 validation_failed");
    expect(fault(await post(service, machine, id, "output", { offset: -1, text: "x" }))).toBe("422 validation_failed");
    const large = { ok: true, value: { content: "x".repeat(140_000) } };
    expect(fault(await post(service, machine, id, "result", large))).toBe("413 validation_failed");
    await post(service, machine, id, "result", { ok: false, value: { message: "It broke.", code: "broken" } });
    await settle();
    expect(await output(service, session)).toMatchObject({ output: { code: "broken", output: "tea 💬 cup" } });
  });

  it("are lost at once when their machine is revoked, as it can report nothing more", async () => {
    const { service, machine, id, session } = await waiting();
    await post(service, machine, id, "start", { startKey: "k" });
    await service.call("POST", `${service.workspace}/enrollments/${machine.id}/revoke`, {});
    await service.clock.advance(1_000);
    expect(await output(service, session)).toMatchObject({ failed: true, output: { code: "command_lost" } });
  });

  it("are never run again when their machine returned without them", async () => {
    const { service, machine, id, link, session } = await waiting();
    await post(service, machine, id, "start", { startKey: "k" });
    await link.cut();
    const next = await follow(service, machine);
    await settle();
    expect(commandsIn(next.text)).toEqual([]);
    expect(await output(service, session)).toMatchObject({ failed: true, output: { code: "command_lost" } });
    const late = await post(service, machine, id, "result", { ok: true, value: { content: "tea" } });
    expect(late.body).toEqual({ status: "lost" });
  });

  it("continue when their machine returned with them, and the log shows the lost connection", async () => {
    const { service, machine, id, link, session } = await waiting();
    await post(service, machine, id, "start", { startKey: "k" });
    await link.cut();
    await service.clock.advance(2_000);
    await follow(service, machine, [id]);
    await service.clock.advance(2_000);
    await post(service, machine, id, "result", { ok: true, value: { content: "tea" } });
    await settle();
    const types = (await service.types(session)).filter((type) => type.startsWith("machine."));
    expect(types).toEqual(["machine.link.lost", "machine.link.restored"]);
    expect(await output(service, session)).toMatchObject({ output: { content: "tea" } });
  });

  it("fail when no machine takes them within half a minute, and are not run later", async () => {
    const service = await harness({ agent: readingAgent });
    const machine = await enrol(service);
    const session = await service.start("notes.txt", { endUser: ana });
    await service.clock.advance(31_000);
    expect(await output(service, session)).toMatchObject({ failed: true, output: { code: "machine_away" } });
    expect(commandsIn((await follow(service, machine)).text)).toEqual([]);
  });

  it("are cancelled with their turn", async () => {
    const { service, machine, id, link, session } = await waiting();
    await post(service, machine, id, "start", { startKey: "k" });
    const stop = { action: "interrupt", clientEventId: "stop" };
    expect((await service.call("POST", `${session}/control`, stop)).status).toBeLessThan(300);
    await service.clock.advance(1_000);
    expect(link.text).toContain(`event: cancel\ndata: {"id":"${id}"}`);
    const ended = await post(service, machine, id, "result", { ok: true, value: {} });
    expect(ended.body).toEqual({ status: "cancelled" });
  });

  it("belong to the newest stream; the previous one is notified and ends", async () => {
    const { service, machine, link } = await waiting();
    await follow(service, machine);
    expect(link.text).toContain("event: replaced");
    expect(link.isOver).toBe(true);
  });
});

describe("an agent", () => {
  it("has the machines of its session's owner and of the workspace alone", async () => {
    const seen: string[][] = [];
    const agent: Agent = {
      name: "looking",
      async *run(turn) {
        seen.push((await turn.tools()).filter(({ name }) => /file|run/.test(name)).map(({ name }) => name));
        yield { type: "message" };
      },
    };
    const service = await harness({ agent });
    await enrol(service, ana, { abilities: ["read"] });
    for (const endUser of [ana, { source: "app", id: "ben" }, undefined]) await service.start("hello", { endUser });
    expect(seen).toEqual([["list_files", "read_file"], [], []]);
    await enrol(service, null, { abilities: ["read", "run"] });
    await service.start("hello", { endUser: { source: "app", id: "ben" } });
    expect(seen.at(-1)).toEqual(["list_files", "read_file", "run"]);
  });

  it("must ask a person before each write and each command", async () => {
    let asks: (readonly [string, boolean])[] = [];
    const agent: Agent = {
      name: "looking",
      async *run(turn) {
        asks = (await turn.tools()).map(({ name, needsApproval }) => [name, needsApproval] as const);
        yield { type: "message" };
      },
    };
    const service = await harness({ agent });
    await enrol(service);
    await service.start("hello", { endUser: ana });
    const of = (name: string) => asks.find(([tool]) => tool === name)?.[1];
    expect([of("list_files"), of("read_file"), of("write_file"), of("run")]).toEqual([false, false, true, true]);
  });
});

describe("a revoked machine", () => {
  const stores: readonly [string, () => Store][] = [
    ["at once", createMemoryStore],
    ["within a second when no hint comes", () => ({ ...createMemoryStore(), watchMachine: () => () => undefined })],
  ];
  it.each(stores)("loses its stream %s, and its credential", async (when, createStore) => {
    const service = await harness({ store: createStore() });
    const machine = await enrol(service);
    const link = await follow(service, machine);
    await service.clock.advance(60_000);
    expect(link.isOver).toBe(false);
    await service.call("POST", `${service.workspace}/enrollments/${machine.id}/revoke`, {});
    await (when === "at once" ? settle() : service.clock.advance(1_000));
    expect(link.isOver).toBe(true);
    expect(fault(await post(service, machine, "x", "start", { startKey: "k" }))).toBe("401 unauthenticated");
    expect(service.clock.pending).toBe(0);
    expect(service.faults).toEqual([]);
  });

  it("is refused like a credential that never was, and an organization key opens no stream", async () => {
    const service = await harness();
    for (const key of [`svm_${"0".repeat(64)}`, service.app.apiKey, null]) {
      expect(fault(await service.call("GET", "/v1/machine/commands", undefined, { key }))).toBe("401 unauthenticated");
    }
    const machine = await enrol(service);
    const answer = await service.call("GET", `${service.workspace}/enrollments`, undefined, { key: machine.key });
    expect(fault(answer)).toBe("401 unauthenticated");
  });
});
