import { describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import type { Agent } from "../../src/app.js";
import { createMemoryStore } from "../../src/store/memory-store.js";
import { sessionTools } from "../../src/tools/session-tools.js";
import { createReach } from "../../src/policy/reach.js";
import { harness, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { callingAgent, callTools } from "../tool-calls.js";

const idOf = (path: string) => path.split("/").at(-1) ?? "";
const messages = async (service: Harness, path: string) =>
  (await service.call("GET", `${path}/events?after=0&limit=2000&includeTypes=user.message`))
    .body as unknown as SessionEvent[];
const read = (sessionId: string, fields: object = {}) => ({
  name: "session_read",
  arguments: { sessionId, ...fields },
});
const send = (sessionId: string, message: string) => ({
  name: "session_send_message",
  arguments: { sessionId, message },
});

describe("the tools for other sessions", () => {
  it("list names and states, the newest first, by words and page after page, without archived ones", async () => {
    const service = await harness({ agent: callingAgent });
    const [from, tea, coffee, old] = [
      await service.start("hello"),
      await service.start("Plan for tea"),
      await service.start("Plan for coffee"),
      await service.start("Plan of old"),
    ];
    await service.clock.advance(1_000);
    await service.call("PATCH", coffee, { title: "Coffee" });
    await service.call("PUT", `${old}/archive`, { archived: true });
    const child = await service.start("below", { parentSessionId: idOf(from) });
    const [all, some, first] = await callTools(service, from, [
      { name: "sessions_list" },
      { name: "sessions_list", arguments: { search: "for te" } },
      { name: "sessions_list", arguments: { limit: 1 } },
    ]);
    expect(all?.output.sessions[0]).toEqual({
      sessionId: idOf(child),
      title: null,
      firstMessage: "below",
      status: "idle",
      isBelow: true,
      createdAt: "2026-01-01T00:00:01.000Z",
      updatedAt: "2026-01-01T00:00:01.000Z",
    });
    expect(all?.output.sessions.slice(1)).toHaveLength(2);
    expect(all?.output.sessions).toContainEqual(
      expect.objectContaining({ sessionId: idOf(coffee), title: "Coffee", isBelow: false }),
    );
    expect(some?.output).toMatchObject({ sessions: [{ sessionId: idOf(tea) }], hasMore: false });
    expect(first?.output).toMatchObject({ sessions: [{ sessionId: idOf(child) }], hasMore: true });
    const behind = { limit: 50, before: idOf(child) };
    const [rest] = await callTools(service, from, [{ name: "sessions_list", arguments: behind }]);
    expect(rest?.output).toEqual({ sessions: all?.output.sessions.slice(1), hasMore: false });
  });

  it("read messages, without the context that a host passed the model", async () => {
    const service = await harness({ agent: callingAgent });
    const from = await service.start("hello");
    const other = await service.start("first words", { modelContext: "a secret of the host" });
    const actor = { source: "app", id: "ana", name: "Ana" };
    await service.send(other, "x".repeat(5_000), { actor });
    const [whole, last] = await callTools(service, from, [read(idOf(other)), read(idOf(other), { limit: 1 })]);
    expect(whole?.output).toMatchObject({
      sessionId: idOf(other),
      status: "idle",
      messages: [
        { role: "user", text: "first words" },
        { role: "user", text: "x".repeat(4_000), isCut: true, actor },
      ],
      hasOlder: false,
    });
    expect(JSON.stringify(whole)).not.toContain("secret");
    const told = last?.output.messages ?? [];
    expect([told.length, last?.output.hasOlder]).toEqual([1, true]);
    const [older] = await callTools(service, from, [read(idOf(other), { before: told[0]?.sequence })]);
    expect(older?.output.messages).toMatchObject([{ text: "first words" }]);
  });

  it("answer no more than the log keeps whole, the newest before the older", async () => {
    const service = await harness({ agent: callingAgent });
    const [from, other] = [await service.start("hello"), await service.start("hello")];
    for (let n = 0; n < 20; n += 1) await service.send(other, `${n} ${"\u0001".repeat(3_900)}`);
    const [answer] = await callTools(service, from, [read(idOf(other), { limit: 100 })]);
    expect(answer?.output.truncation).toBeUndefined();
    expect(answer?.output.hasOlder).toBe(true);
    expect(answer?.output.messages.at(-1)?.text).toMatch(/^19 /);
  });

  it("send a message that names its origin, for people and the model", async () => {
    const service = await harness({ agent: callingAgent });
    const from = await service.start("hello");
    await service.call("PATCH", from, { title: "Plans for May" });
    const other = await service.start("hello");
    const [sent] = await callTools(service, from, [send(idOf(other), "  Are you done?  ")]);
    expect(sent).toEqual({ failed: false, output: { sessionId: idOf(other), status: "queued" } });
    await settle();
    expect((await messages(service, other)).at(-1)?.payload).toEqual({
      text: "Are you done?",
      modelContext: `This message was sent by the agent of another session (${idOf(from)}), not by a person.`,
      fromSession: { sessionId: idOf(from), steps: 1 },
      actor: { source: "session", id: idOf(from), name: "Plans for May" },
    });
    expect((await service.types(other)).filter((type) => type === "turn.completed")).toHaveLength(2);
  });

  it("send nothing twice for one call, and nothing that is too long, or to a session that was cancelled", async () => {
    const service = await harness({ agent: callingAgent });
    const [from, other, ended] = [
      await service.start("hello"),
      await service.start("hello"),
      await service.start("hello"),
    ];
    await service.call("POST", `${ended}/events`, { type: "user.cancel" });
    const [long, cancelled] = await callTools(service, from, [
      send(idOf(other), "ü".repeat(4_097)),
      send(idOf(ended), "hello"),
    ]);
    expect([long?.output.code, cancelled?.output.code]).toEqual(["message_too_large", "CONTROL_CHANGED"]);
    expect(await messages(service, other)).toHaveLength(1);
  });

  it("refuse invalid arguments, and name them", async () => {
    const service = await harness({ agent: callingAgent });
    const from = await service.start("hello");
    const told = await callTools(service, from, [
      { name: "session_read" },
      { name: "session_read", arguments: { sessionId: "x", limit: 101 } },
      { name: "sessions_list", arguments: { limit: 0.5 } },
      send("x", "   "),
    ]);
    expect(told.map(({ output, failed }) => [failed, output.code])).toEqual(
      Array.from({ length: 4 }, () => [true, "arguments_invalid"]),
    );
    expect(told.map(({ output }) => /"(\w+)"/.exec(output.message)?.[1])).toEqual([
      "sessionId",
      "limit",
      "limit",
      "message",
    ]);
  });

  it("send at most eight messages in a turn that a person caused", async () => {
    const service = await harness({ agent: callingAgent });
    const [from, other] = [await service.start("hello"), await service.start("hello")];
    const turn = Array.from({ length: 9 }, (_, n) => send(idOf(other), `message ${n}`));
    expect((await callTools(service, from, turn)).map(({ output }) => output.code ?? "sent")).toEqual([
      ...Array.from({ length: 8 }, () => "sent"),
      "limit_exceeded",
    ]);
    expect((await callTools(service, from, turn)).filter(({ failed }) => !failed)).toHaveLength(8);
  });

  /** Answers everything to the other session, as often as it may. */
  const chatty: Agent = {
    name: "chatty",
    async *run(turn) {
      if (turn.prompt === "rest") return;
      const sessions = (await turn.callTool({ id: `${turn.turnId}-l`, name: "sessions_list", arguments: {} })).output;
      const [other] = (sessions as { sessions: { sessionId: string }[] }).sessions;
      for (let n = 0; n < 10; n += 1) {
        await turn.callTool({ id: `${turn.turnId}-${n}`, ...send(other?.sessionId ?? "", "I heard you.") });
      }
      yield { type: "message" };
    },
  };

  it("let no two sessions go on for ever: each step away from a person sends half as much", async () => {
    const service = await harness({ agent: chatty });
    const [a, b] = [await service.start("rest"), await service.start("rest")];
    await service.send(a, "go");
    const counted = async () => {
      const all = [...(await messages(service, a)), ...(await messages(service, b))];
      const steps = all.map(({ payload }) => (payload as { fromSession?: { steps: number } }).fromSession?.steps);
      return [1, 2, 3, 4, 5].map((step) => steps.filter((each) => each === step).length);
    };
    const statuses = async () =>
      Promise.all([a, b].map(async (path) => (await service.call("GET", path)).body["status"]));
    await expect.poll(statuses, { timeout: 20_000 }).toEqual(["idle", "idle"]);
    expect(await counted()).toEqual([8, 32, 64, 64, 0]);
  });

  it("count the sessions that an agent starts as a step, too", async () => {
    const service = await harness();
    const from = await service.start("/child /say hello");
    const [child] = (await service.call("GET", `${from}/lineage`)).body["children"] ?? [];
    const log = await service.log(`${service.workspace}/sessions/${String(child?.["id"])}`);
    expect(log.find(({ type }) => type === "user.message")?.payload).toEqual({
      text: "/say hello",
      fromSession: { sessionId: idOf(from), steps: 1 },
    });
  });

  it("cannot be faked: a caller's claim about a message's steps is dropped", async () => {
    const service = await harness({ agent: callingAgent });
    const session = await service.start("hello");
    const fromSession = { sessionId: idOf(session), steps: 4 };
    const body = { type: "user.message", payload: { text: "hello", fromSession } };
    expect((await service.call("POST", `${session}/events`, body)).status).toBe(202);
    expect((await messages(service, session)).at(-1)?.payload).toEqual({ text: "hello" });
  });

  it("make a call that is made again the first one", async () => {
    const store = createMemoryStore();
    const service = await harness({ store, agent: callingAgent });
    const [from, other] = [await service.start("hello"), await service.start("hello")];
    const reach = createReach({ store, onError: () => undefined });
    const cause = () => ({ now: "2026-01-01T00:00:00.000Z", newId: () => crypto.randomUUID() });
    const source = sessionTools({ store, reach, cause });
    const session = (await store.getSession(idOf(from)))!;
    const turn = (await store.listTurns(session.id, { order: "newest", limit: 1 }))[0]!;
    const context = { session, turn, signal: new AbortController().signal, emit: async () => undefined };
    const call = { id: "c1", ...send(idOf(other), "once") };
    const outcomes = [await source.call(call, context), await source.call(call, context)];
    expect(outcomes.map(({ failed = false }) => failed)).toEqual([false, false]);
    expect(await messages(service, other)).toHaveLength(2);
  });
});
