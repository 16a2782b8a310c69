import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/app.js";
import { fault, harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const create = (body: object) => service.call("POST", `${service.workspace}/sessions`, body);
const uuid = "12345678-1234-4123-8123-123456789abc";

describe("creating a session", () => {
  it("answers the session with its first turn, and writes the first events in their order", async () => {
    const made = await create({ initialMessage: "/say hi", clientEventId: "c1", metadata: { a: 1 }, unknown: true });
    expect(made).toMatchObject({ status: 202, body: { status: "queued", activeTurnId: null, metadata: { a: 1 } } });
    const path = `${service.workspace}/sessions/${text(made.body["id"])}`;
    await settle();
    const log = await service.log(path);
    expect(log.map((event) => event.type)).toEqual([
      "session.created",
      "user.message",
      "session.status.changed",
      "turn.queued",
      "session.status.changed",
      "turn.started",
      "agent.message.delta",
      "agent.message.completed",
      "turn.completed",
      "session.status.changed",
    ]);
    expect(log.map((event) => event.sequence)).toEqual(log.map((_, index) => index + 1));
    expect(log[1]).toMatchObject({ turnId: null, clientEventId: "c1", payload: { text: "/say hi" } });
    const turnId = made.body["initialTurnId"];
    expect(log[3]).toMatchObject({ turnId, payload: { turnId, triggerEventId: log[1]?.id, source: "user" } });
    expect((await service.call("GET", path)).body).not.toHaveProperty("initialTurnId");
    expect((await service.call("GET", path)).body).toMatchObject({ status: "idle", lastSequence: 10 });
  });

  it("takes the caller's id, once", async () => {
    const body = { initialMessage: "one", requestedSessionId: uuid, idempotencyKey: "k" };
    expect((await create(body)).body["id"]).toBe(uuid);
    const again = await create({ ...body, initialMessage: "two" });
    expect(again).toMatchObject({ status: 202, body: { id: uuid, initialMessage: "one" } });
    expect(again.body["initialTurnId"]).toEqual(expect.any(String));
    expect(fault(await create({ ...body, idempotencyKey: "other" }))).toBe("409 SESSION_CREATE_CONFLICT");
    const other = { ...body, requestedSessionId: uuid.replace("1", "2") };
    expect(fault(await create(other))).toBe("409 SESSION_CREATE_CONFLICT");
    expect((await service.call("GET", `${service.workspace}/sessions`)).body).toHaveLength(1);
  });

  it("keeps a key to the end user it was used for", async () => {
    const body = { idempotencyKey: "k", endUser: { source: "app", id: "u1" } };
    const first = await create({ ...body, initialMessage: "secret" });
    expect((await create({ ...body, initialMessage: "secret" })).body["id"]).toBe(first.body["id"]);
    for (const endUser of [{ source: "app", id: "u2" }, { source: "other", id: "u1" }, null]) {
      const other = await create({ ...body, initialMessage: "two", endUser });
      expect(fault(other)).toBe("409 SESSION_CREATE_CONFLICT");
      expect(JSON.stringify(other.body)).not.toContain("secret");
    }
  });

  it("keeps an id and a key to the workspace they were used in", async () => {
    await create({ initialMessage: "secret", requestedSessionId: uuid, idempotencyKey: "k" });
    const body = { externalSource: "app", externalId: "globex", name: "g" };
    const ensured = await service.call("PUT", "/v1/workspaces/external", body);
    const other = text(ensured.body["workspace"]?.["id"]);
    const there = (fields: object) =>
      service.call("POST", `/v1/workspaces/${other}/sessions`, { initialMessage: "two", ...fields });
    expect((await there({ idempotencyKey: "k" })).body["initialMessage"]).toBe("two");
    const stolen = await there({ requestedSessionId: uuid, idempotencyKey: "k2" });
    expect(fault(stolen)).toBe("409 SESSION_CREATE_CONFLICT");
    expect(JSON.stringify(stolen.body)).not.toContain("secret");
    const unknown = `${uuid.slice(0, -1)}d`;
    const bodies = new Set<string>();
    // The stream is last: it would not end for a caller who may read it.
    for (const path of ["", "/events", "/queue", "/turns", "/events/stream"]) {
      for (const id of [uuid, unknown]) {
        const answer = await service.call("GET", `/v1/workspaces/${other}/sessions/${id}${path}`);
        expect(fault(answer)).toBe("404 not_found");
        bodies.add(text(answer.body["error"]?.["message"]));
      }
    }
    expect(bodies.size).toBe(1);
  });

  it.each([
    [{}, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: "" }, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: " \n " }, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: 7 }, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: "x", requestedSessionId: "mine" }, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: "x", agentAccess: "world" }, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: "x", idempotencyKey: "k".repeat(201) }, "422 INVALID_SESSION_CREATE_REQUEST"],
    [{ initialMessage: "x", agentAccess: "user" }, "422 validation_failed"],
    [{ initialMessage: "x", memoryScope: "user" }, "422 validation_failed"],
    [{ initialMessage: "x", parentSessionId: uuid }, "422 SESSION_CREATE_REJECTED"],
    [{ initialMessage: "x".repeat(200_000) }, "413 message_too_large"],
  ])("refuses %j", async (body, expected) => {
    expect(fault(await create(body))).toBe(expected);
    expect((await service.call("GET", `${service.workspace}/sessions`)).body).toEqual([]);
  });

  it("lets a child narrow its parent's reach and never widen it", async () => {
    const endUser = { source: "app", id: "u1" };
    const parent = await create({ initialMessage: "x", agentAccess: "user", memoryScope: "session", endUser });
    const child = (fields: object) => create({ initialMessage: "y", parentSessionId: parent.body["id"], ...fields });
    const inherited = await child({});
    expect(inherited.body).toMatchObject({ agentAccess: "user", memoryScope: "session", endUser });
    expect(inherited.body["rootSessionId"]).toBe(parent.body["id"]);
    expect((await child({ agentAccess: "session", memoryScope: "off" })).status).toBe(202);
    expect(fault(await child({ agentAccess: "workspace" }))).toBe("403 SESSION_CREATE_FORBIDDEN");
    expect(fault(await child({ memoryScope: "user" }))).toBe("403 SESSION_CREATE_FORBIDDEN");
    expect(fault(await child({ endUser: { source: "app", id: "u2" } }))).toBe("403 SESSION_CREATE_FORBIDDEN");
  });

  it("gives a child that names its access no more memory than its parent has", async () => {
    const parent = await create({ initialMessage: "x", memoryScope: "off" });
    const child = await create({ initialMessage: "y", parentSessionId: parent.body["id"], agentAccess: "session" });
    expect(child.body).toMatchObject({ agentAccess: "session", memoryScope: "off" });
  });

  it("starts nothing below a session that was cancelled", async () => {
    const parent = await create({ initialMessage: "x" });
    const path = `${service.workspace}/sessions/${text(parent.body["id"])}`;
    const cancelled = await service.call("POST", `${path}/control`, { action: "cancel", clientEventId: "c" });
    expect(cancelled.body["cancelledSessionCount"]).toBe(1);
    const child = await create({ initialMessage: "y", parentSessionId: parent.body["id"] });
    expect(fault(child)).toBe("409 CONTROL_CHANGED");
    expect((await service.call("GET", `${path}/lineage`)).body).toMatchObject({ children: [] });
  });

  it("ends with its parent if that one is cancelled meanwhile", async () => {
    const store = createMemoryStore();
    const createSession = store.createSession.bind(store);
    const racing = await harness({ store });
    const parent = await racing.start("x");
    store.createSession = async (...creation) => {
      await racing.call("POST", `${parent}/control`, { action: "cancel", clientEventId: "c" });
      return createSession(...creation);
    };
    const body = { initialMessage: "y", parentSessionId: parent.split("/").at(-1) };
    const child = await racing.call("POST", `${racing.workspace}/sessions`, body);
    const now = await racing.call("GET", `${racing.workspace}/sessions/${text(child.body["id"])}`);
    expect(now.body["status"]).toBe("cancelled");
  });

  it("derives memory from the agent's access by default", async () => {
    const of = async (fields: object) => (await create({ initialMessage: "x", ...fields })).body["memoryScope"];
    expect(await of({})).toBe("workspace");
    expect(await of({ agentAccess: "session" })).toBe("session");
    expect(await of({ agentAccess: "session", memoryScope: "off" })).toBe("off");
  });
});

describe("the list of sessions", () => {
  const list = async (query: string) => (await service.call("GET", `${service.workspace}/sessions${query}`)).body;

  it("is newest first, and in pages without gap or repeat", async () => {
    for (let n = 0; n < 5; n += 1) {
      await create({ initialMessage: `m${n}` });
      await service.clock.advance(n % 2);
    }
    const all = (await list("")).map((session) => session["initialMessage"]);
    expect(new Set(all)).toEqual(new Set(["m4", "m3", "m2", "m1", "m0"]));
    expect(all.slice(-2)).toEqual(expect.arrayContaining(["m0", "m1"]));
    const seen: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await list(`?view=page&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...(page["sessions"] ?? []).map((session) => session["initialMessage"]));
      cursor = page["nextCursor"] === null ? null : text(page["nextCursor"]);
    }
    expect(seen).toEqual(all);
  });

  it("filters by words, by user, and by archived state", async () => {
    await create({ initialMessage: "Travel plans", endUser: { source: "app", id: "u1" } });
    const { body } = await create({ initialMessage: "groceries" });
    await service.call("PUT", `${service.workspace}/sessions/${text(body["id"])}/archive`, { archived: true });
    expect(await list("?search=travel")).toHaveLength(1);
    expect(await list("?search=nothing")).toHaveLength(0);
    expect(await list("?endUserSource=app&endUserId=u1")).toHaveLength(1);
    expect((await list("?archivedOnly=true"))[0]?.["initialMessage"]).toBe("groceries");
    expect(await list("")).toHaveLength(1);
  });

  it.each(["?limit=0", "?limit=x", "?view=tree", "?view=page&cursor=x", "?endUserId=u", "?archivedOnly=maybe"])(
    "refuses %s",
    async (query) => {
      expect(fault(await service.call("GET", `${service.workspace}/sessions${query}`))).toBe("400 validation_failed");
    },
  );
});

describe("a session's name and place", () => {
  it("takes a person's title, which the agent then leaves alone", async () => {
    const session = await service.start("/title From the agent");
    expect((await service.call("GET", session)).body).toMatchObject({ title: "From the agent", titleSource: "agent" });
    const named = await service.call("PATCH", session, { title: " Mine " });
    expect(named.body).toMatchObject({ title: "Mine", titleSource: "user" });
    await service.send(session, "/title Again");
    expect((await service.call("GET", session)).body["title"]).toBe("Mine");
    const titles = (await service.log(session)).filter((event) => event.type === "session.title_set");
    expect(titles.map((event) => event.payload)).toEqual([
      { title: "From the agent", source: "agent" },
      { title: "Mine", source: "user" },
    ]);
    for (const title of ["", "x".repeat(201), 7]) {
      expect(fault(await service.call("PATCH", session, { title }))).toBe("422 validation_failed");
    }
  });

  it("is put away and taken out again, with a version against two at once", async () => {
    const session = await service.start("hello");
    const put = (body: object) => service.call("PUT", `${session}/archive`, body);
    expect((await put({ archived: true, expectedVersion: 0 })).body).toMatchObject({
      archived: true,
      archiveVersion: 1,
    });
    expect((await put({ archived: true })).body["archiveVersion"]).toBe(1);
    // The same again is the answer to one whose own was lost.
    expect((await put({ archived: true, expectedVersion: 0 })).body["archiveVersion"]).toBe(1);
    expect(fault(await put({ archived: false, expectedVersion: 0 }))).toBe("409 conflict");
    expect((await put({ archived: false })).body).toMatchObject({ archived: false, archivedAt: null });
  });

  it("lists its turns, newest first, and the last started one", async () => {
    const session = await service.start("one");
    await service.clock.advance(1);
    await service.send(session, "two");
    const turns = (await service.call("GET", `${session}/turns`)).body;
    expect(turns.map((turn) => [turn["prompt"], turn["status"]])).toEqual([
      ["two", "completed"],
      ["one", "completed"],
    ]);
    expect((await service.call("GET", `${session}/turns?latestStarted=1`)).body).toHaveLength(1);
  });
});

describe("sending a message", () => {
  it("answers the event and repeats it for the same id and content", async () => {
    const session = await service.start("hello");
    const actor = { source: "app", id: "u1", name: "Ana" };
    const first = await service.send(session, "again", { clientEventId: "c", actor });
    expect(first).toMatchObject({ status: 202, body: { type: "user.message", clientEventId: "c" } });
    expect(first.body["payload"]).toEqual({ text: "again", actor });
    const repeat = await service.send(session, "again", { clientEventId: "c" });
    expect(repeat).toMatchObject({ status: 202, body: first.body });
    expect(fault(await service.send(session, "other", { clientEventId: "c" }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
    const messages = (await service.types(session)).filter((type) => type === "user.message");
    expect(messages).toHaveLength(2);
  });

  it("accepts one of many concurrent ones with one id", async () => {
    const session = await service.start("hello");
    const all = await Promise.all(
      Array.from({ length: 8 }, () => service.send(session, "again", { clientEventId: "c" })),
    );
    expect(new Set(all.map((answer) => answer.body["id"])).size).toBe(1);
  });

  it("uses the actor's header as the default, and refuses one without a name", async () => {
    const session = await service.start("hello");
    const body = { type: "user.message", payload: { text: "x" } };
    const headers = { "x-service-actor": '{"source":"app","id":"u2"}' };
    const answer = await service.call("POST", `${session}/events`, body, { headers });
    expect(answer.body["payload"]).toMatchObject({ actor: { id: "u2" } });
    const wrong = await service.call("POST", `${session}/events`, body, { headers: { "x-service-actor": "Ana" } });
    expect(fault(wrong)).toBe("422 validation_failed");
  });

  it("queues it behind a turn that runs, and behind one that waits for a person", async () => {
    const session = await service.start("/silence 10");
    await service.send(session, "/say second");
    expect((await service.types(session)).slice(-2)).toEqual(["user.message", "turn.queued"]);
    await service.clock.advance(10_000);
    expect((await service.types(session)).filter((type) => type === "turn.completed")).toHaveLength(2);
    await service.send(session, "/approve pay {}");
    await service.send(session, "/say later");
    expect((await service.call("GET", session)).body["status"]).toBe("requires_action");
    expect((await service.call("GET", `${session}/queue`)).body["items"]).toHaveLength(1);
  });

  it.each([
    [{ type: "user.message", payload: { text: "" } }, "422 validation_failed"],
    [{ type: "user.message", payload: { text: "  " } }, "422 validation_failed"],
    [{ type: "user.message", payload: {} }, "422 validation_failed"],
    [{ type: "user.message" }, "422 validation_failed"],
    [{ type: "agent.message.delta", payload: { text: "x" } }, "422 validation_failed"],
    [{ type: "user.message", payload: { text: "x" }, clientEventId: "c".repeat(257) }, "422 validation_failed"],
    [{ type: "user.message", payload: { text: "x".repeat(200_000) } }, "413 message_too_large"],
    [{ type: "user.message", payload: { text: "ü".repeat(40_000) } }, "413 message_too_large"],
    [{ payload: { text: "x" } }, "422 validation_failed"],
  ])("refuses %j before anything is written", async (body, expected) => {
    const session = await service.start("hello");
    const before = await service.types(session);
    const answer = await service.call("POST", `${session}/events`, body);
    expect(fault(answer)).toBe(expected);
    expect(await service.types(session)).toEqual(before);
  });

  it("reports the size limit of a message", async () => {
    const session = await service.start("hello");
    const { body } = await service.send(session, "x".repeat(200_000));
    expect(body["error"]?.["details"]).toEqual({ limit: 65_536, size: 200_011 });
  });

  it("takes a text up to the limit, and gives it back whole", async () => {
    const session = await service.start("hello");
    const long = "ä".repeat(32_000);
    expect((await service.send(session, long)).body["payload"]).toEqual({ text: long });
  });

  it("bounds how many may wait", async () => {
    const session = await service.start("/silence 100");
    for (let n = 0; n < 200; n += 1) {
      await service.call("POST", `${session}/events`, { type: "user.message", payload: { text: "x" } });
    }
    expect(fault(await service.send(session, "one more"))).toBe("429 limit_exceeded");
  });
});
