import { describe, expect, it } from "vitest";
import type { Agent } from "../../src/app.js";
import { harness, type Harness } from "../harness.js";
import { callingAgent, callTools, type Call, type Told } from "../tool-calls.js";

const ana = { endUser: { source: "app", id: "ana" } };
const service = () => harness({ agent: callingAgent });
const save = (text: string, fields: object = {}) => ({ name: "memory_save", arguments: { text, ...fields } });
const recall = (query = "", fields: object = {}) => ({ name: "memory_recall", arguments: { query, ...fields } });
const correct = (memoryId: string, text: string) => ({ name: "memory_correct", arguments: { memoryId, text } });
const forget = (memoryId: string) => ({ name: "memory_delete", arguments: { memoryId } });
const texts = (told: Told | undefined) => (told?.output.memories ?? []).map(({ text }) => text);

async function one(host: Harness, session: string, call: Call) {
  const [told] = await callTools(host, session, [call]);
  return told!;
}

/** A session's scope, and the memories of the others that it must read. */
const places = {
  "session, ana": { memoryScope: "session", ...ana },
  "session, nobody": { memoryScope: "session" },
  "user, ana": { memoryScope: "user", ...ana },
  "user, ana again": { memoryScope: "user", ...ana },
  "user, ben": { memoryScope: "user", endUser: { source: "app", id: "ben" } },
  "user, ana of shop": { memoryScope: "user", endUser: { source: "shop", id: "ana" } },
  "workspace, ana": { memoryScope: "workspace", ...ana },
  "workspace, nobody": { memoryScope: "workspace" },
} as const;
type Place = keyof typeof places;

const facts = ["workspace, ana", "workspace, nobody"] as const;
const reads: Readonly<Record<Place, readonly Place[]>> = {
  "session, ana": ["session, ana", ...facts],
  "session, nobody": ["session, nobody", ...facts],
  "user, ana": ["user, ana", "user, ana again", ...facts],
  "user, ana again": ["user, ana", "user, ana again", ...facts],
  "user, ben": ["user, ben", ...facts],
  "user, ana of shop": ["user, ana of shop", ...facts],
  "workspace, ana": facts,
  "workspace, nobody": facts,
};
const writes: Readonly<Record<Place, readonly Place[]>> = {
  "session, ana": ["session, ana"],
  "session, nobody": ["session, nobody"],
  "user, ana": ["user, ana", "user, ana again"],
  "user, ana again": ["user, ana", "user, ana again"],
  "user, ben": ["user, ben"],
  "user, ana of shop": ["user, ana of shop"],
  "workspace, ana": facts,
  "workspace, nobody": facts,
};
const all = Object.keys(places) as Place[];

describe("memory has layers", () => {
  it("of which each session reads its own and the workspace's, and writes only its own", async () => {
    const host = await service();
    const at = new Map<Place, { session: string; memoryId: string }>();
    for (const place of all) {
      const session = await host.start("hello", { agentAccess: "workspace", ...places[place] });
      const { output } = await one(host, session, save(`kept by ${place}`));
      at.set(place, { session, memoryId: output.memoryId });
    }
    for (const place of all) {
      const { session } = at.get(place)!;
      expect([place, texts(await one(host, session, recall())).toSorted()]).toEqual([
        place,
        reads[place].map((other) => `kept by ${other}`).toSorted(),
      ]);
      for (const other of all) {
        const { memoryId } = at.get(other)!;
        const told = await one(host, session, correct(memoryId, `kept by ${other}`));
        const gone = writes[place].includes(other) ? undefined : await one(host, session, forget(memoryId));
        const right = writes[place].includes(other)
          ? [undefined, undefined]
          : reads[place].includes(other)
            ? ["memory_read_only", "memory_read_only"]
            : ["not_found", "not_found"];
        expect([place, other, told.output.code, gone?.output.code]).toEqual([place, other, ...right]);
      }
    }
    for (const place of all) {
      const { session, memoryId } = at.get(place)!;
      expect((await one(host, session, forget(memoryId))).output).toMatchObject({ memoryId, deleted: true });
    }
    for (const place of all) expect(texts(await one(host, at.get(place)!.session, recall()))).toEqual([]);
    expect(host.faults).toEqual([]);
  });

  it("of one workspace each", async () => {
    const host = await service();
    const here = await host.start("hello", { memoryScope: "user", ...ana });
    await one(host, here, save("a secret"));
    const body = { externalSource: "app", externalId: "other", name: "other" };
    const ensured = await host.call("PUT", "/v1/workspaces/external", body);
    const there = `/v1/workspaces/${String(ensured.body["workspace"]?.["id"])}/sessions`;
    const made = await host.call("POST", there, { initialMessage: "hello", memoryScope: "user", ...ana });
    expect(texts(await one(host, `${there}/${String(made.body["id"])}`, recall()))).toEqual([]);
  });

  it("of which a session's is deleted with the session, and others stay", async () => {
    const host = await service();
    const own = await host.start("hello", { memoryScope: "session" });
    const users = await host.start("hello", { memoryScope: "user", ...ana });
    const { output } = await one(host, own, save("mine"));
    await one(host, users, save("ana's"));
    for (const session of [own, users]) expect((await host.call("DELETE", session)).status).toBe(200);
    const again = await host.start("hello", { memoryScope: "session", requestedSessionId: own.split("/").at(-1) });
    expect(texts(await one(host, again, recall()))).toEqual([]);
    expect((await one(host, again, forget(output.memoryId))).output.code).toBe("not_found");
    const later = await host.start("hello", { memoryScope: "user", ...ana });
    expect(texts(await one(host, later, recall()))).toEqual(["ana's"]);
  });

  it("that a child has as its parent has: its scope, and of a session's a layer of its own", async () => {
    const host = await service();
    const parent = await host.start("hello", { memoryScope: "user", agentAccess: "user", ...ana });
    await one(host, parent, save("ana's"));
    const child = await host.start("hello", { parentSessionId: parent.split("/").at(-1) });
    const narrow = await host.start("hello", { parentSessionId: parent.split("/").at(-1), memoryScope: "session" });
    expect(texts(await one(host, child, recall()))).toEqual(["ana's"]);
    expect(texts(await one(host, narrow, recall()))).toEqual([]);
  });

  it("and none with another session's text, but only with memories its agent saved", async () => {
    const host = await service();
    for (const memoryScope of ["session", "user", "workspace"]) {
      const other = await host.start("the moon is cheese", { memoryScope, agentAccess: "session", ...ana });
      await host.send(other, "and the sun is butter");
      const session = await host.start("hello", { memoryScope, agentAccess: "session", ...ana });
      expect(texts(await one(host, session, recall("moon sun cheese butter")))).toEqual([]);
    }
  });
});

describe("memory can be off", () => {
  const names = async (host: Harness, session: string) =>
    (await callTools(host, session, [save("x"), recall(), correct("x", "x"), forget("x")])).map(
      ({ output, failed }) => failed && output.code,
    );
  const none = Array.from({ length: 4 }, () => "tool_unknown");

  it("for a session, which then has no tools for it, its other tools aside", async () => {
    const host = await service();
    const session = await host.start("hello", { memoryScope: "off" });
    expect(await names(host, session)).toEqual(none);
    expect((await one(host, session, { name: "sessions_list" })).failed).toBe(false);
  });

  it("for a workspace, whatever its sessions' scopes, and returns unchanged", async () => {
    const host = await service();
    const body = { externalSource: "app", externalId: "acme", name: "acme" };
    const set = (memoryEnabled: boolean, key?: string) =>
      host.call("PUT", "/v1/workspaces/external", { ...body, settings: { memoryEnabled } }, key ? { key } : {});
    const sessions = [];
    for (const memoryScope of ["session", "user", "workspace"]) {
      const session = await host.start("hello", { memoryScope, ...ana });
      await one(host, session, save("kept"));
      sessions.push(session);
    }
    expect((await set(false)).body).toMatchObject({
      created: false,
      workspace: { settings: { memoryEnabled: false } },
    });
    expect((await host.call("GET", host.workspace)).body["settings"]).toEqual({
      memoryEnabled: false,
      retentionDays: null,
      quotas: null,
    });
    for (const session of sessions) expect(await names(host, session)).toEqual(none);
    // A repeat that names no settings leaves them.
    await host.call("PUT", "/v1/workspaces/external", body);
    for (const session of sessions) expect(await names(host, session)).toEqual(none);
    const reader = await host.readKey();
    expect((await set(true, reader)).status).toBe(403);
    expect((await set(false, reader)).status).toBe(200);
    expect((await set(true)).body["workspace"]).toMatchObject({ settings: { memoryEnabled: true }, name: "acme" });
    for (const session of sessions) expect(texts(await one(host, session, recall()))).toContain("kept");
  });

  it("for a workspace in the middle of a turn", async () => {
    let goOn = () => {};
    const told: unknown[] = [];
    const agent: Agent = {
      name: "waiting",
      async *run(turn) {
        told.push((await turn.tools()).some(({ name }) => name === "memory_save"));
        await new Promise<void>((resolve) => (goOn = resolve));
        told.push((await turn.callTool({ id: "c1", ...save("too late") })).output);
        yield { type: "message" };
      },
    };
    const host = await harness({ agent });
    const session = await host.start("hello");
    const body = { externalSource: "app", externalId: "acme", name: "acme", settings: { memoryEnabled: false } };
    await host.call("PUT", "/v1/workspaces/external", body);
    goOn();
    await expect.poll(() => host.types(session)).toContain("turn.completed");
    expect(told).toMatchObject([true, { isError: true, code: "memory_off" }]);
    expect(await host.types(session)).not.toContain("memory.saved");
  });

  it("from a workspace's creation, and is on by default", async () => {
    const host = await service();
    const made = async (externalId: string, settings?: object) => {
      const body = { externalSource: "app", externalId, name: "n", ...(settings && { settings }) };
      return (await host.call("PUT", "/v1/workspaces/external", body)).body["workspace"]?.["settings"];
    };
    expect(await made("a", { memoryEnabled: false })).toEqual({
      memoryEnabled: false,
      retentionDays: null,
      quotas: null,
    });
    expect(await made("b")).toEqual({ memoryEnabled: true, retentionDays: null, quotas: null });
    expect(await made("c", {})).toEqual({ memoryEnabled: true, retentionDays: null, quotas: null });
  });
});

describe("memories", () => {
  const memoryOf = (log: readonly { type: string; payload: unknown }[]) =>
    log.filter(({ type }) => type.startsWith("memory.")).map(({ type, payload }) => ({ type, payload }));

  it("are logged when saved, known already and corrected, and by the call when deleted", async () => {
    const host = await service();
    const session = await host.start("hello");
    const [first, again, other] = await callTools(host, session, [
      save("  likes tea "),
      save("likes tea"),
      save("likes tea", { kind: "preference" }),
    ]);
    expect(first?.output).toMatchObject({ layer: "workspace", kind: "fact", text: "likes tea", deduped: false });
    expect(again?.output).toEqual({ ...first?.output, deduped: true });
    expect(other?.output).toMatchObject({ kind: "preference", deduped: false });
    const memoryId = first?.output.memoryId as string;
    const corrected = await one(host, session, correct(memoryId, "likes coffee"));
    expect(corrected.output).toMatchObject({ memoryId, text: "likes coffee" });
    await one(host, session, forget(memoryId));
    const tea = { kind: "fact", memoryId, preview: "likes tea" };
    expect(memoryOf(await host.log(session))).toEqual([
      { type: "memory.saved", payload: tea },
      { type: "memory.saved", payload: { ...tea, deduped: true } },
      { type: "memory.saved", payload: { ...tea, memoryId: other?.output.memoryId, kind: "preference" } },
      { type: "memory.corrected", payload: { ...tea, replacementPreview: "likes coffee", action: "updated" } },
    ]);
  });

  it("are merged when one is corrected to another's text", async () => {
    const host = await service();
    const session = await host.start("hello");
    const [tea, coffee] = await callTools(host, session, [save("likes tea"), save("likes coffee")]);
    const { output } = await one(host, session, correct(tea?.output.memoryId ?? "", "likes coffee"));
    expect(output.memoryId).toBe(coffee?.output.memoryId);
    expect(texts(await one(host, session, recall()))).toEqual(["likes coffee"]);
    expect(memoryOf(await host.log(session)).at(-1)?.payload).toMatchObject({
      action: "superseded",
      replacementMemoryId: coffee?.output.memoryId,
    });
  });

  it("is found by any of the words, what has most of them first, then the newest", async () => {
    const host = await service();
    const session = await host.start("hello");
    for (const text of ["Tea in the morning", "tea and COFFEE", "nothing of that", "coffee at noon"]) {
      await one(host, session, save(text));
      await host.clock.advance(1_000);
    }
    const found = await callTools(host, session, [
      recall("coffee, tea!"),
      recall("milk"),
      recall(),
      recall("", { limit: 1 }),
    ]);
    expect(found.map(texts)).toEqual([
      ["tea and COFFEE", "coffee at noon", "Tea in the morning"],
      [],
      ["coffee at noon", "nothing of that", "tea and COFFEE", "Tea in the morning"],
      ["coffee at noon"],
    ]);
    expect(found.map(({ output }) => output.hasMore)).toEqual([false, false, false, true]);
  });

  it("are limited in size and number, with an error that names the limit", async () => {
    const host = await service();
    const session = await host.start("hello", { memoryScope: "session" });
    const [fits, large, kind, empty] = await callTools(host, session, [
      save("ü".repeat(1_000)),
      save(`${"ü".repeat(1_000)}.`),
      save("x", { kind: "k".repeat(41) }),
      save("  "),
    ]);
    expect([fits?.failed, large?.output.code]).toEqual([false, "memory_too_large"]);
    expect([kind?.output.code, empty?.output.code]).toEqual(["arguments_invalid", "arguments_invalid"]);
    for (let n = 0; n < 199; n += 1) await one(host, session, save(`fact ${n} ${"x".repeat(1_900)}`));
    const [full, known, long, answer] = await callTools(host, session, [
      save("one more"),
      save(`fact 7 ${"x".repeat(1_900)}`),
      correct(fits?.output.memoryId ?? "", "ü".repeat(1_001)),
      recall("", { limit: 50 }),
    ]);
    expect([full?.output.code, known?.output.deduped, long?.output.code]).toEqual([
      "limit_exceeded",
      true,
      "memory_too_large",
    ]);
    // As much as the log keeps whole.
    expect(answer?.output.hasMore).toBe(true);
    expect(texts(answer).length).toBeGreaterThan(15);
    const other = await host.start("hello", { memoryScope: "session" });
    expect((await one(host, other, save("one more"))).failed).toBe(false);
  });
});
