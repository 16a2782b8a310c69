import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore, type Agent, type Store } from "../../src/app.js";
import { fault, harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";
import { openSqlDatabase } from "../store/sql-database.js";

let database: Awaited<ReturnType<typeof openSqlDatabase>>;
beforeAll(async () => {
  database = await openSqlDatabase();
});
afterAll(() => database.close());

const ana = { source: "app", id: "ana" };
const ben = { source: "app", id: "ben" };
const agent: Agent = {
  name: "test",
  async *run() {
    yield { type: "event", eventType: "agent.model.usage", payload: { inputTokens: 7, outputTokens: 3 } };
    yield { type: "text", text: "done" };
  },
};

const usage = async (service: Harness, query = "") =>
  (await service.call("GET", `${service.workspace}/usage${query}`)).body;
const ofAna = "?endUserSource=app&endUserId=ana";
const limit = async (service: Harness, quotas: unknown) =>
  expect((await service.call("PATCH", service.workspace, { settings: { quotas } })).status).toBe(200);
const begin = (service: Harness, fields: object = {}) =>
  service.call("POST", `${service.workspace}/sessions`, { initialMessage: "hi", ...fields });
const announce = (service: Harness, sizeBytes: number, endUser: object | null = ana) =>
  service.call("POST", `${service.workspace}/files/uploads`, {
    filename: "a.txt",
    contentType: "text/plain",
    sizeBytes,
    endUser,
  });

describe.each<[string, () => Promise<Store>]>([
  ["memory", async () => createMemoryStore()],
  ["SQL", () => database.emptyStore()],
])("usage over %s", (_, makeStore) => {
  it("is read for a workspace and for a person, with the limits", async () => {
    const service = await harness({ agent, store: await makeStore() });
    const session = await service.start("private words", { endUser: ana });
    await service.send(session, "more");
    await service.start("hi", { endUser: ben });
    await announce(service, 40);
    expect(await usage(service)).toEqual({
      endUser: null,
      period: { start: "2026-01-01T00:00:00.000Z", end: "2026-02-01T00:00:00.000Z" },
      usage: { messages: 3, inputTokens: 21, outputTokens: 9, storedBytes: 40, runningTurns: 0 },
      limits: { messages: null, tokens: null, storedBytes: null, runningTurns: null },
    });
    await limit(service, { person: { messages: 9, tokens: null } });
    expect(await usage(service, ofAna)).toMatchObject({
      endUser: ana,
      usage: { messages: 2, inputTokens: 14, outputTokens: 6, storedBytes: 40 },
      limits: { messages: 9, tokens: null },
    });
    expect(await usage(service, "?endUserSource=app&endUserId=nobody")).toMatchObject({ usage: { messages: 0 } });
    expect(await usage(service, "?month=2025-12")).toMatchObject({ usage: { messages: 0, storedBytes: 40 } });
    expect(fault(await service.call("GET", `${service.workspace}/usage?month=2026-13`))).toBe("400 validation_failed");
    const last = { period: { end: "9999-12-01T00:00:00.000Z" } };
    expect(await usage(service, "?month=9999-11")).toMatchObject(last);
    for (const path of ["usage", "usage/people"]) {
      const late = await service.call("GET", `${service.workspace}/${path}?month=9999-12`);
      expect(fault(late)).toBe("400 validation_failed");
    }
    expect(fault(await service.call("GET", `${service.workspace}/usage?endUserId=ana`))).toBe("400 validation_failed");
    await service.app.close();
  });

  it("refuses limits under a name that is none", async () => {
    const service = await harness({ agent, store: await makeStore() });
    await limit(service, { workspace: null, person: null });
    await limit(service, { person: { messages: null } });
    for (const [quotas, field] of [
      [{ person: { mesages: 9 } }, "settings.quotas.person.mesages"],
      [{ people: { messages: 9 } }, "settings.quotas.people"],
    ] as const) {
      const refused = await service.call("PATCH", service.workspace, { settings: { quotas } });
      expect(fault(refused)).toBe("422 validation_failed");
      expect(refused.body["error"]).toMatchObject({
        message: `"${field}" must not be there: no field has this name.`,
        details: { field },
      });
    }
    await service.app.close();
  });

  it("is listed by person, page by page", async () => {
    const service = await harness({ agent, store: await makeStore() });
    await service.start("hi", { endUser: ana });
    await service.start("hi", { endUser: ben });
    await service.start("hi");
    const list = `${service.workspace}/usage/people`;
    const first = (await service.call("GET", `${list}?limit=1`)).body;
    const counts = { messages: 1, inputTokens: 7, outputTokens: 3 };
    expect(first["people"]).toEqual([{ endUser: ana, usage: counts }]);
    const cursor = encodeURIComponent(text(first["nextCursor"]));
    expect((await service.call("GET", `${list}?limit=1&cursor=${cursor}`)).body).toMatchObject({
      people: [{ endUser: ben, usage: counts }],
      nextCursor: null,
    });
    expect(fault(await service.call("GET", `${list}?cursor=[1]`))).toBe("400 validation_failed");
    await service.app.close();
  });

  it("is listed over a person whose name is as long as names may be; longer ones begin no session", async () => {
    const service = await harness({ agent, store: await makeStore() });
    const longest = { source: "s".repeat(200), id: "i".repeat(500) };
    const namesake = { ...longest, id: `${longest.id.slice(1)}j` };
    for (const endUser of [longest, namesake]) expect((await begin(service, { endUser })).status).toBe(202);
    const list = `${service.workspace}/usage/people?limit=1`;
    const first = (await service.call("GET", list)).body;
    const next = await service.call("GET", `${list}&cursor=${encodeURIComponent(text(first["nextCursor"]))}`);
    expect(next.body["nextCursor"]).toBeNull();
    const listed = [first, next.body].flatMap(({ people }) => people as unknown as { readonly endUser: object }[]);
    expect(new Set(listed.map(({ endUser }) => endUser))).toEqual(new Set([longest, namesake]));
    for (const field of ["source", "id"] as const) {
      const refused = await begin(service, { endUser: { ...longest, [field]: `${longest[field]}x` } });
      expect([fault(refused), refused.body["error"]]).toMatchObject([
        "422 INVALID_SESSION_CREATE_REQUEST",
        { details: { field: `endUser.${field}` } },
      ]);
    }
    await service.app.close();
  });

  it("refuses a message over the limit of a person or the workspace, until the next month", async () => {
    const service = await harness({ agent, store: await makeStore() });
    const session = await service.start("hi", { endUser: ana });
    await limit(service, { person: { messages: 2 }, workspace: { messages: 3 } });
    expect((await service.send(session, "two", { clientEventId: "two" })).status).toBe(202);
    const before = await service.types(session);
    const refused = await service.send(session, "three");
    expect(fault(refused)).toBe("429 quota_exceeded");
    expect(refused.body["error"]).toMatchObject({
      retryable: false,
      details: { quota: "messages", scope: "person", limit: 2, used: 2, resetsAt: "2026-02-01T00:00:00.000Z" },
    });
    expect(refused.headers.get("retry-after")).toBe(String(31 * 86_400));
    expect(await service.types(session)).toEqual(before);
    // A repeat of an accepted one is none more.
    expect((await service.send(session, "two", { clientEventId: "two" })).status).toBe(202);
    expect((await begin(service, { endUser: ben })).status).toBe(202);
    const full = await begin(service, { endUser: ben });
    expect(full.body["error"]).toMatchObject({ code: "quota_exceeded", details: { scope: "workspace", used: 3 } });
    expect(await usage(service)).toMatchObject({ usage: { messages: 3 } });
    await service.clock.advance(31 * 86_400_000);
    expect((await service.send(session, "three")).status).toBe(202);
    expect(await usage(service)).toMatchObject({
      usage: { messages: 1 },
      period: { start: "2026-02-01T00:00:00.000Z" },
    });
    expect(await usage(service, "?month=2026-01")).toMatchObject({ usage: { messages: 3 } });
    await service.app.close();
  });

  it("lets an answer end that uses up the tokens, and refuses the next message", async () => {
    const service = await harness({ agent, store: await makeStore() });
    await limit(service, { person: { tokens: 15 } });
    const session = await service.start("hi", { endUser: ana });
    await service.send(session, "more");
    expect((await service.types(session)).filter((type) => type === "turn.completed")).toHaveLength(2);
    const refused = await service.send(session, "again");
    expect(refused.body["error"]).toMatchObject({
      code: "quota_exceeded",
      details: { quota: "tokens", limit: 15, used: 20 },
    });
    await limit(service, null);
    expect((await service.send(session, "again")).status).toBe(202);
    await service.app.close();
  });

  it("refuses a file that has no room, and takes one when others were erased", async () => {
    const service = await harness({ agent, store: await makeStore() });
    await limit(service, { workspace: { storedBytes: 100 }, person: { storedBytes: 60 } });
    const first = await announce(service, 50);
    expect(first.status).toBe(201);
    const refused = await announce(service, 11);
    expect(fault(refused)).toBe("429 storage_quota_exceeded");
    expect(refused.body["error"]).toMatchObject({
      retryable: false,
      details: { quota: "storedBytes", scope: "person", limit: 60, used: 50, resetsAt: null },
    });
    expect(refused.headers.get("retry-after")).toBeNull();
    expect((await announce(service, 50, ben)).status).toBe(201);
    expect((await announce(service, 1, null)).body["error"]).toMatchObject({ details: { scope: "workspace" } });
    const scope = { kind: "file", fileId: text(first.body["fileId"]) };
    expect((await service.call("POST", `${service.workspace}/erasures`, { scope })).status).toBe(200);
    expect((await announce(service, 11)).status).toBe(201);
    await service.app.close();
  });

  it("lets further turns wait while as many run as may, and starts them then", async () => {
    const ends: (() => void)[] = [];
    const slow: Agent = {
      name: "test",
      async *run(_turn, signal) {
        yield { type: "text", text: "one moment" };
        await new Promise<void>((resolve) => {
          ends.push(resolve);
          signal.addEventListener("abort", () => resolve());
        });
      },
    };
    const service = await harness({ agent: slow, store: await makeStore() });
    await limit(service, { person: { runningTurns: 1 } });
    const [first, second] = [await service.start("a", { endUser: ana }), await service.start("b", { endUser: ana })];
    const third = await service.start("c", { endUser: ben });
    const status = async (session: string) => {
      await settle();
      return (await service.call("GET", session)).body["status"];
    };
    await expect.poll(() => Promise.all([first, second, third].map(status))).toEqual(["running", "queued", "running"]);
    expect(await usage(service, ofAna)).toMatchObject({ usage: { runningTurns: 1 }, limits: { runningTurns: 1 } });
    ends[0]!();
    await expect.poll(() => status(second)).toBe("running");
    await service.app.close();
  });

  it("fails the run of a scheduled task with the reason", async () => {
    const service = await harness({ agent, store: await makeStore() });
    await limit(service, { workspace: { messages: 0 } });
    const task = {
      name: "report",
      schedule: { type: "interval", everySeconds: 3_600 },
      runMode: "new_session_per_run",
      agentConfig: { prompt: "hi" },
    };
    const made = await service.call("POST", `${service.workspace}/scheduled-tasks`, task);
    await service.clock.advance(3_600_000);
    const runs = `${service.workspace}/scheduled-tasks/${text(made.body["id"])}/runs`;
    const run = async () => {
      await settle();
      return (await service.call("GET", runs)).body["runs"]?.[0];
    };
    await expect.poll(run).toMatchObject({ status: "failed", error: { code: "quota_exceeded" } });
    expect(service.faults).toEqual([]);
    await service.app.close();
  });
});

describe("quotas of a workspace", () => {
  it("are set by a full key of the organization alone, and by the host's ensure", async () => {
    const service = await harness({ agent });
    const { workspace } = service;
    const call: Harness["call"] = (...given) => service.call(...given);
    const read = { key: await service.readKey() };
    const own = await call("POST", `${workspace}/api-keys`, { name: "own", access: "full" });
    const settings = { quotas: { person: { messages: 5 } } };
    for (const key of [read.key, text(own.body["token"])]) {
      expect((await call("PATCH", workspace, { settings }, { key })).status).toBe(403);
    }
    expect((await call("GET", `${workspace}/usage`, undefined, read)).status).toBe(200);
    const ensure = (given: object, options = {}) =>
      call(
        "PUT",
        "/v1/workspaces/external",
        { externalSource: "app", externalId: "acme", name: "acme", ...given },
        options,
      );
    expect((await ensure({ settings })).body["workspace"]).toMatchObject({ settings });
    expect((await ensure({ settings }, read)).status).toBe(200);
    expect((await ensure({ settings: { quotas: null } }, read)).status).toBe(403);
    expect((await ensure({})).body["workspace"]).toMatchObject({ settings });
    expect((await ensure({ settings: { quotas: null } })).body["workspace"]).toMatchObject({
      settings: { quotas: null },
    });
  });

  it.each([
    { person: { messages: -1 } },
    { person: { messages: 1.5 } },
    { workspace: { runningTurns: 0 } },
    { workspace: { tokens: "9" } },
    { workspace: 9 },
  ])("refuse a malformed limit: %j", async (quotas) => {
    const service = await harness({ agent });
    const refused = await service.call("PATCH", service.workspace, { settings: { quotas } });
    expect(fault(refused)).toBe("422 validation_failed");
  });

  it("come before the limits of the service, also when they are none", async () => {
    const service = await harness({ agent, settings: { personMessages: 1, workspaceMessages: 2 } });
    const session = await service.start("hi", { endUser: ana });
    expect(fault(await service.send(session, "more"))).toBe("429 quota_exceeded");
    await limit(service, { person: { messages: null } });
    expect((await service.send(session, "more")).status).toBe(202);
    expect((await service.send(session, "more")).body["error"]).toMatchObject({ details: { scope: "workspace" } });
    await limit(service, { person: { messages: null }, workspace: { messages: 9 } });
    expect((await service.send(session, "more")).status).toBe(202);
  });
});
