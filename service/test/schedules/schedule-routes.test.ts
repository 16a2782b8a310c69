import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore, type Store } from "../../src/app.js";
import { fault, harness, text, type Answer, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

let store: Store;
let service: Harness;
let tasks: string;
beforeEach(async () => {
  store = createMemoryStore();
  service = await harness({ store });
  tasks = `${service.workspace}/scheduled-tasks`;
});
afterEach(() => expect(service.faults).toEqual([]));

const daily = { type: "calendar", timeZone: "Europe/Berlin", hour: 9, minute: 30 };
const every = (everySeconds: number, more: object = {}) => ({ type: "interval", everySeconds, ...more });
const body = (fields: object = {}) => ({
  name: "Report",
  schedule: daily,
  agentConfig: { prompt: "/say hi" },
  ...fields,
});

async function create(fields: object = {}): Promise<string> {
  const made = await service.call("POST", tasks, body(fields));
  expect([made.status, made.body["error"]]).toEqual([201, undefined]);
  return `${tasks}/${text(made.body["id"])}`;
}
const read = async (path: string) => (await service.call("GET", path)).body;
const runs = async (task: string) => (await read(`${task}/runs`))["runs"]!;
const states = async (task: string) => (await runs(task)).map((run) => text(run["status"]));
const minutes = (count: number) => service.clock.advance(count * 60_000);
const fieldOf = ({ status, body: { error } }: Answer) => [status, error?.["details"]?.["field"] as unknown];

describe("a scheduled task", () => {
  it("is made, read, listed, changed and removed", async () => {
    const task = await create();
    expect(await read(task)).toMatchObject({
      name: "Report",
      endUser: null,
      status: "active",
      schedule: daily,
      runMode: "new_session_per_run",
      targetSessionId: null,
      overlapPolicy: "skip",
      action: { kind: "agent_turn" },
      nextRunAt: "2026-01-01T08:30:00.000Z",
      lastRun: null,
    });
    const changed = await service.call("PATCH", task, { name: "Weekly", schedule: { ...daily, daysOfWeek: [1] } });
    expect(changed.body).toMatchObject({ name: "Weekly", nextRunAt: "2026-01-05T08:30:00.000Z" });
    expect((await read(tasks))["tasks"]!.map((one) => one["name"])).toEqual(["Weekly"]);
    expect((await service.call("DELETE", task)).body).toEqual({ ok: true });
    expect(fault(await service.call("GET", task))).toBe("404 not_found");
  });

  it("keeps instructions and metadata when a change of its prompt leaves them out", async () => {
    const settings = { instructions: "Be brief.", metadata: { a: 1 } };
    const task = await create({ agentConfig: { prompt: "one", model: "scripted", ...settings } });
    const changed = await service.call("PATCH", task, { agentConfig: { prompt: "two" } });
    expect(changed.body["agentConfig"]).toEqual({ prompt: "two", model: null, reasoningEffort: null, ...settings });
  });

  it("is the first one again for the same idempotency key and content of the same owner", async () => {
    const ana = { endUser: { source: "app", id: "ana" }, idempotencyKey: "k" };
    const one = await create({ ...ana, agentConfig: { prompt: "/say hi", metadata: { a: 1, b: 2 } } });
    const again = { runMode: "new_session_per_run", targetSessionId: null, unknown: 1 };
    const config = { metadata: { b: 2, a: 1 }, prompt: "/say hi", model: null };
    expect(await create({ ...ana, ...again, agentConfig: config })).toBe(one);
    expect(await create({ idempotencyKey: "k" })).not.toBe(one);
  });

  it.each([
    ["name", { name: "Other" }],
    ["schedule", { schedule: { ...daily, hour: 10 } }],
    ["prompt", { agentConfig: { prompt: "/say bye" } }],
    ["metadata", { agentConfig: { prompt: "/say hi", metadata: { a: 1 } } }],
    ["overlap policy", { overlapPolicy: "buffer_one" }],
  ])("is refused for a used idempotency key and another %s", async (_, other) => {
    const task = await create({ idempotencyKey: "k" });
    const refused = await service.call("POST", tasks, body({ idempotencyKey: "k", ...other }));
    expect(fault(refused)).toBe("409 IDEMPOTENCY_KEY_REUSED");
    expect((await read(tasks))["tasks"]!.map((one) => `${tasks}/${text(one["id"])}`)).toEqual([task]);
  });

  it("compares a repeated creation with the first one, not with the changes since then", async () => {
    const task = await create({ idempotencyKey: "k" });
    await service.call("PATCH", task, { name: "Changed" });
    const repeated = await service.call("POST", tasks, body({ idempotencyKey: "k" }));
    expect([repeated.status, repeated.body["name"]]).toEqual([201, "Changed"]);
    const changed = await service.call("POST", tasks, body({ idempotencyKey: "k", name: "Changed" }));
    expect(fault(changed)).toBe("409 IDEMPOTENCY_KEY_REUSED");
    expect(Object.keys(repeated.body)).not.toContain("contentHash");
  });

  it("is created once by two simultaneous requests with one key, and the other content is refused", async () => {
    const sent = ["One", "Two"].map((name) => service.call("POST", tasks, body({ idempotencyKey: "k", name })));
    const answers = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(answers)).toEqual(new Set([201, 409]));
  });

  it("is the first one again for a key whose content an older version did not keep", async () => {
    const id = (await create({ idempotencyKey: "k" })).split("/").at(-1)!;
    await store.changeTask(id, {}, () => ({ task: { contentHash: undefined }, result: null }));
    expect(await create({ idempotencyKey: "k", name: "Other" })).toBe(`${tasks}/${id}`);
  });

  it("is listed a page at a time", async () => {
    for (const name of ["a", "b", "c"]) {
      await create({ name });
      await service.clock.advance(1);
    }
    const first = await read(`${tasks}?limit=2`);
    const last = await read(`${tasks}?limit=2&cursor=${text(first["nextCursor"])}`);
    const names = [...first["tasks"]!, ...last["tasks"]!].map((task) => task["name"]);
    expect([names, last["nextCursor"]]).toEqual([["c", "b", "a"], null]);
  });

  it("is another owner's or another workspace's like one that never was", async () => {
    const task = await create({ endUser: { source: "app", id: "ana" } });
    const id = task.split("/").at(-1)!;
    const other = await service.call("PUT", "/v1/workspaces/external", {
      externalSource: "app",
      externalId: "other",
      name: "other",
    });
    const elsewhere = `/v1/workspaces/${text(other.body["workspace"]?.["id"])}/scheduled-tasks/${id}`;
    const asBen = "?endUserSource=app&endUserId=ben&withWorkspace=true";
    const never = await service.call("GET", `${tasks}/00000000-0000-4000-8000-000000000000`);
    for (const path of [`${task}${asBen}`, elsewhere]) {
      const { status, body: answer } = await service.call("GET", path);
      expect([status, answer["error"]?.["message"]]).toEqual([404, never.body["error"]?.["message"]]);
      expect(fault(await service.call("DELETE", path))).toBe("404 not_found");
      expect(fault(await service.call("PATCH", path, { name: "x" }))).toBe("404 not_found");
      for (const verb of ["pause", "resume", "trigger"]) {
        expect(fault(await service.call("POST", path.replace(id, `${id}/${verb}`), {}))).toBe("404 not_found");
      }
    }
    expect((await read(`${tasks}${asBen}`))["tasks"]).toEqual([]);
    expect((await read(`${tasks}?endUserSource=app&endUserId=ana`))["tasks"]).toHaveLength(1);
  });

  it("is read and previewed with a read-only key, and changed with a full one alone", async () => {
    const task = await create();
    const key = await service.readKey();
    const ask = (method: string, path: string, sent?: object) => service.call(method, path, sent, { key });
    const reads = [tasks, task, `${task}/runs`].map((path) => ask("GET", path));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await ask("POST", `${tasks}/preview`, { schedule: daily })).status).toBe(200);
    const writes = [
      ask("POST", tasks, body()),
      ask("PATCH", task, { name: "x" }),
      ask("DELETE", task),
      ...["pause", "resume", "trigger"].map((verb) => ask("POST", `${task}/${verb}`, {})),
    ];
    expect(new Set((await Promise.all(writes)).map(fault))).toEqual(new Set(["403 forbidden"]));
  });

  it.each([
    ["name", { name: " " }],
    ["name", { name: "x".repeat(121) }],
    ["agentConfig.prompt", { agentConfig: { prompt: " " } }],
    ["agentConfig.prompt", { agentConfig: { prompt: "💬".repeat(8_193) } }],
    ["agentConfig.metadata", { agentConfig: { prompt: "a", metadata: { a: "x".repeat(9_000) } } }],
    ["agentConfig.model", { agentConfig: { prompt: "a", model: "none" } }],
    ["schedule.timeZone", { schedule: { ...daily, timeZone: "Mars/Base" } }],
    ["schedule.timeZone", { schedule: { ...daily, timeZone: "+02:00" } }],
    ["schedule.hour", { schedule: { ...daily, hour: 24 } }],
    ["schedule.minute", { schedule: { ...daily, minute: 0.5 } }],
    ["schedule.daysOfWeek", { schedule: { ...daily, daysOfWeek: [] } }],
    ["schedule.daysOfWeek", { schedule: { ...daily, daysOfWeek: [1, 1] } }],
    ["schedule.daysOfWeek.0", { schedule: { ...daily, daysOfWeek: [7] } }],
    ["schedule.everySeconds", { schedule: every(59) }],
    ["schedule.endAt", { schedule: every(60, { endAt: "tomorrow" }) }],
    ["schedule.runAt", { schedule: { type: "once", timeZone: "UTC", runAt: "2026-02-29T09:00" } }],
    ["schedule.runAt", { schedule: { type: "once", timeZone: "UTC", runAt: "9999-12-31T23:59:59-23:00" } }],
    ["schedule.runAt", { schedule: { type: "once", timeZone: "America/Lima", runAt: "9999-12-31T23:59" } }],
    ["schedule.runAt", { schedule: { type: "once", timeZone: "UTC", runAt: "+012027-01-01T00:00:00Z" } }],
    ["schedule.runAt", { schedule: { type: "once", timeZone: "UTC", runAt: "-000001-01-01T00:00:00Z" } }],
    ["schedule.startAt", { schedule: every(60, { startAt: "+012027-01-01T00:00:00Z" }) }],
    ["schedule.endAt", { schedule: every(60, { endAt: "9999-12-31T23:59:59-23:00" }) }],
    ["schedule.type", { schedule: { type: "cron" } }],
    ["targetSessionId", { runMode: "existing_session" }],
    ["targetSessionId", { targetSessionId: "00000000-0000-4000-8000-000000000000" }],
    ["targetSessionId", { runMode: "existing_session", targetSessionId: "00000000-0000-4000-8000-000000000000" }],
  ])("is refused for its %s (%#)", async (field, fields) => {
    expect(fieldOf(await service.call("POST", tasks, body(fields)))).toEqual([422, field]);
  });

  it("is one of a hundred of a person at most", async () => {
    const endUser = { source: "app", id: "ana" };
    for (let n = 0; n < 100; n += 1) await create({ endUser, schedule: { type: "manual" } });
    expect(fault(await service.call("POST", tasks, body({ endUser })))).toBe("429 limit_exceeded");
    await create();
  });

  it("shows its next times before it is created", async () => {
    const { body: answer } = await service.call("POST", `${tasks}/preview`, { schedule: daily, count: 2 });
    expect(answer).toEqual({ times: ["2026-01-01T08:30:00.000Z", "2026-01-02T08:30:00.000Z"] });
    expect((await service.call("POST", `${tasks}/preview`, { schedule: every(60) })).body["times"]).toHaveLength(5);
    const over = await service.call("POST", `${tasks}/preview`, { schedule: daily, count: 21 });
    expect(fieldOf(over)).toEqual([422, "count"]);
  });
});

describe("a task that is due", () => {
  it("runs as a turn of a session of its owner, each time a new one", async () => {
    const endUser = { source: "app", id: "ana" };
    const task = await create({
      schedule: every(3600),
      endUser,
      agentConfig: { prompt: "/say hi", instructions: "I" },
    });
    await minutes(120);
    const [second, first] = await runs(task);
    expect(await states(task)).toEqual(["completed", "completed"]);
    expect(first).toMatchObject({ triggerType: "schedule", scheduledAt: "2026-01-01T01:00:00.000Z", catchUp: false });
    expect(first!["sessionId"]).not.toBe(second!["sessionId"]);
    const session = `${service.workspace}/sessions/${text(first!["sessionId"])}`;
    expect(await read(session)).toMatchObject({ endUser, initialMessage: "/say hi", instructions: "I" });
    const [turn] = await read(`${session}/turns`);
    expect(turn).toMatchObject({ id: first!["turnId"], source: "scheduled_task", status: "completed" });
    const sent = (await service.log(session)).find(({ type }) => type === "user.message");
    // No person wrote it: the task is its author.
    expect(sent).toMatchObject({
      id: first!["triggerEventId"],
      payload: { scheduledTask: { name: "Report" }, actor: { source: "scheduled_task", name: "Report" } },
    });
    expect(await read(task)).toMatchObject({ lastRun: { id: second!["id"] }, nextRunAt: "2026-01-01T03:00:00.000Z" });
  });

  it.each([
    ["reusable_session", async () => ({})],
    ["existing_session", async () => ({ targetSessionId: (await service.start("/say first")).split("/").at(-1) })],
  ])("uses one session in the mode %s", async (runMode, target) => {
    const task = await create({ schedule: every(3600), runMode, ...(await target()) });
    await minutes(180);
    const found = await runs(task);
    expect(await states(task)).toEqual(["completed", "completed", "completed"]);
    expect(new Set(found.map((run) => text(run["sessionId"]))).size).toBe(1);
    expect(new Set(found.map((run) => text(run["turnId"]))).size).toBe(3);
  });

  it("is skipped while the previous run waits for a person, with that reason", async () => {
    const task = await create({ schedule: every(3600), agentConfig: { prompt: "/approve" } });
    await minutes(120);
    expect(await states(task)).toEqual(["skipped", "running"]);
    expect((await read(task))["lastRun"]).toMatchObject({ status: "skipped" });
  });

  it("waits once behind the run before with the policy buffer_one", async () => {
    const agentConfig = { prompt: "/approve" };
    const task = await create({ schedule: every(3600), overlapPolicy: "buffer_one", agentConfig });
    await minutes(180);
    expect(await states(task)).toEqual(["skipped", "buffered", "running"]);
    const { sessionId } = (await runs(task)).at(-1) as unknown as { sessionId: string };
    const session = `${service.workspace}/sessions/${sessionId}`;
    await service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "stop" });
    await settle();
    expect(await states(task)).toEqual(["skipped", "running", "cancelled"]);
  });

  it("runs beside the previous run with the policy allow_concurrent", async () => {
    const agentConfig = { prompt: "/approve" };
    const task = await create({ schedule: every(3600), overlapPolicy: "allow_concurrent", agentConfig });
    await minutes(120);
    expect(await states(task)).toEqual(["running", "running"]);
  });

  it("does not run while it is paused, and counts from its resume", async () => {
    const task = await create({ schedule: every(3600) });
    expect((await service.call("POST", `${task}/pause`)).body).toMatchObject({ status: "paused", nextRunAt: null });
    await minutes(150);
    expect(await runs(task)).toEqual([]);
    const resumed = await service.call("POST", `${task}/resume`);
    expect(resumed.body).toMatchObject({ status: "active", nextRunAt: "2026-01-01T03:30:00.000Z" });
    expect((await service.call("POST", `${task}/resume`)).body).toEqual(resumed.body);
  });

  it("keeps its due time when a change leaves its schedule as it is", async () => {
    const task = await create({ schedule: every(3600) });
    await minutes(50);
    const { body } = await service.call("PATCH", task, { name: "Other", schedule: every(3600) });
    expect(body).toMatchObject({ name: "Other", nextRunAt: "2026-01-01T01:00:00.000Z" });
    const other = await service.call("PATCH", task, { schedule: every(7200) });
    expect(other.body).toMatchObject({ nextRunAt: "2026-01-01T02:50:00.000Z" });
  });

  it("runs when it is triggered, paused or not, once for one trigger id", async () => {
    const task = await create({ schedule: { type: "manual" } });
    await service.call("POST", `${task}/pause`);
    const fired = await service.call("POST", `${task}/trigger`, { triggerId: "t" });
    const again = await service.call("POST", `${task}/trigger`, { triggerId: "t" });
    expect([fired.status, fired.body["triggerType"], again.body["id"]]).toEqual([202, "manual", fired.body["id"]]);
    await settle();
    expect(await states(task)).toEqual(["completed"]);
    await service.call("POST", `${task}/trigger`, {});
    await settle();
    expect(await states(task)).toEqual(["completed", "completed"]);
  });

  it("reports that its turn failed", async () => {
    const task = await create({ schedule: { type: "manual" }, agentConfig: { prompt: "/fail" } });
    await service.call("POST", `${task}/trigger`, {});
    await settle();
    expect(await states(task)).toEqual(["failed"]);
  });

  it("fails and is paused when its session was removed", async () => {
    const session = await service.start("/say first");
    const targetSessionId = session.split("/").at(-1);
    const task = await create({ schedule: every(3600), runMode: "existing_session", targetSessionId });
    await service.call("DELETE", session);
    await minutes(60);
    expect((await runs(task))[0]).toMatchObject({ status: "failed", error: { code: "session_missing" } });
    expect(await read(task)).toMatchObject({ status: "paused", nextRunAt: null });
  });

  it("ends its run when the session of the run is removed", async () => {
    const task = await create({ schedule: { type: "manual" }, agentConfig: { prompt: "/approve" } });
    await service.call("POST", `${task}/trigger`, {});
    await settle();
    const { sessionId } = (await runs(task))[0] as unknown as { sessionId: string };
    await service.call("DELETE", `${service.workspace}/sessions/${sessionId}`);
    expect(await states(task)).toEqual(["cancelled"]);
  });

  it("runs once for all due times that passed while no process ran, and is marked as a catch-up", async () => {
    const task = await create({ schedule: every(3600, { startAt: "2026-01-01T01:00:00Z" }) });
    await service.app.close();
    await service.clock.advance(5.5 * 3_600_000);
    const again = await harness({ store, clock: service.clock, credentials: service.app });
    await settle();
    const found = (await again.call("GET", `${task}/runs`)).body["runs"];
    expect(found).toMatchObject([{ status: "completed", scheduledAt: "2026-01-01T01:00:00.000Z", catchUp: true }]);
    expect((await again.call("GET", task)).body).toMatchObject({ nextRunAt: "2026-01-01T06:00:00.000Z" });
  });
});
