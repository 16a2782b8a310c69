import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, type Harness } from "../harness.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const read = (session: string) => service.call("GET", `${session}/goal`);
const patch = (session: string, body: object) => service.call("PATCH", `${session}/goal`, body);
const told = async (session: string) => (await service.log(session)).filter((event) => event.type.startsWith("goal."));
const ben = { source: "app", id: "ben", name: "Ben" };

describe("a goal given with the session", () => {
  it("is logged after the creation and can be read", async () => {
    const goal = { text: "Plan the trip", successCriteria: "A day by day plan", mutationPolicy: "preserve_intent" };
    const session = await service.start("hello", { goal, actor: ben });
    expect((await service.types(session)).slice(0, 3)).toEqual(["session.created", "goal.set", "user.message"]);
    expect(await read(session)).toMatchObject({
      status: 200,
      body: { ...goal, status: "active", createdBy: "api", version: 1, objectiveRevision: 1, rootConstraints: [] },
    });
    expect((await told(session))[0]?.payload).toMatchObject({ text: goal.text, actor: ben, replaced: false });
    expect((await service.call("GET", session)).body).not.toHaveProperty("goal");
  });

  it("is refused without text, or with more than 8 KiB of it", async () => {
    for (const text of ["", "  ", "é".repeat(4_097)]) {
      const body = { initialMessage: "hello", goal: { text } };
      const made = await service.call("POST", `${service.workspace}/sessions`, body);
      expect(made.status).toBe(422);
    }
    await service.start("hello", { goal: { text: "é".repeat(4_096) } });
  });
});

describe("a session without one", () => {
  it("answers 404, and takes the wish to clear it", async () => {
    const session = await service.start("hello");
    expect(fault(await read(session))).toBe("404 not_found");
    expect(fault(await patch(session, { status: "paused" }))).toBe("404 not_found");
    expect((await service.call("DELETE", `${session}/goal`)).status).toBe(204);
    expect(await told(session)).toEqual([]);
  });
});

describe("pausing and resuming", () => {
  it("records no reason when the person gave none", async () => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    const paused = await patch(session, { status: "paused" });
    expect(paused.body).toMatchObject({ status: "paused", pausedReason: null });
    const [, event] = (await told(session)) as { payload: object }[];
    expect(event).toMatchObject({ type: "goal.paused" });
    expect(event?.payload).not.toHaveProperty("reason");
  });

  it("records author and reason, and changes nothing when repeated", async () => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    const paused = await patch(session, { status: "paused", rationale: "lunch", actor: ben });
    expect(paused.body).toMatchObject({ status: "paused", pausedReason: "lunch", version: 2 });
    expect((await patch(session, { status: "paused" })).body["version"]).toBe(2);
    const resumed = await patch(session, { status: "active", actor: ben });
    expect(resumed.body).toMatchObject({ status: "active", pausedReason: null, version: 3 });
    expect((await told(session)).slice(1)).toMatchObject([
      { type: "goal.paused", payload: { reason: "lunch", rationale: "lunch", actor: ben } },
      { type: "goal.resumed", payload: { text: "Plan", actor: ben } },
    ]);
    expect(fault(await patch(session, { status: "active" }))).toBe("409 GOAL_NOT_PAUSED");
  });

  it("has one effect under one key", async () => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    await patch(session, { status: "paused", clientEventId: "p" });
    await patch(session, { status: "active", clientEventId: "r" });
    expect((await patch(session, { status: "active", clientEventId: "r" })).status).toBe(200);
    expect((await patch(session, { status: "paused", clientEventId: "p" })).body["status"]).toBe("active");
    expect(await told(session)).toHaveLength(3);
    expect(fault(await patch(session, { status: "paused", clientEventId: "r" }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });
});

describe("changing the objective", () => {
  it("makes a new revision, keeps omitted fields, and refuses a change of an older one", async () => {
    const session = await service.start("hello", { goal: { text: "Plan", successCriteria: "c" } });
    const body = { text: "Plan better", rationale: "more time", expectedObjectiveRevision: 1 };
    expect((await patch(session, body)).body).toMatchObject({
      text: "Plan better",
      successCriteria: "c",
      objectiveRevision: 2,
      version: 2,
    });
    const late = await patch(session, body);
    expect(fault(late)).toBe("409 GOAL_CHANGED");
    expect(late.body["current"]).toEqual({ version: 2, objectiveRevision: 2, status: "active" });
    expect((await told(session)).at(-1)).toMatchObject({
      type: "goal.updated",
      payload: { text: "Plan better", rationale: "more time", changeKind: "objective", actor: "api" },
    });
    expect(fault(await patch(session, { text: "x" }))).toBe("422 validation_failed");
    const long = { text: "x".repeat(8_193), expectedObjectiveRevision: 2 };
    expect(fault(await patch(session, long))).toBe("422 validation_failed");
  });
});

describe("a patch that has a status and fields of an objective", () => {
  const fields = {
    text: "Plan better",
    successCriteria: null,
    rootConstraints: [],
    mutationPolicy: "preserve_intent",
    expectedObjectiveRevision: 9,
  };

  it.each(Object.entries(fields))("is refused for %s, and changes nothing", async (field, value) => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    const refused = await patch(session, { status: "paused", [field]: value });
    expect(fault(refused)).toBe("422 validation_failed");
    expect(refused.body["error"]?.["details"]).toEqual({ field });
    expect((await read(session)).body).toMatchObject({ text: "Plan", status: "active", version: 1 });
  });

  it("pauses when the other fields are null, which is read as missing", async () => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    const nothing = { text: null, rootConstraints: null, mutationPolicy: null, expectedObjectiveRevision: null };
    expect((await patch(session, { status: "paused", ...nothing })).body["status"]).toBe("paused");
  });
});

describe("the revisions of a session's goals", () => {
  const agentSets = async (session: string, text: string) => service.send(session, `/goal ${text}`);
  const revision = async (session: string) => (await read(session)).body["objectiveRevision"];

  it("continue in the goal that replaces another one, so a change based on the first is refused", async () => {
    const session = await service.start("/goal one");
    await agentSets(session, "two");
    expect((await read(session)).body).toMatchObject({ text: "two", version: 1, objectiveRevision: 2 });
    const late = await patch(session, { text: "one, better", expectedObjectiveRevision: 1 });
    expect(fault(late)).toBe("409 GOAL_CHANGED");
    expect((await read(session)).body["text"]).toBe("two");
  });

  it("continue after a goal was cleared or completed", async () => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    await patch(session, { text: "Plan better", expectedObjectiveRevision: 1 });
    await service.call("DELETE", `${session}/goal`);
    await agentSets(session, "two");
    expect(await revision(session)).toBe(3);
    await agentSets(session, "done");
    await agentSets(session, "three");
    expect(await revision(session)).toBe(4);
  });

  it("still let the agent replace its goal until a person rewrites it", async () => {
    const session = await service.start("/goal one");
    await agentSets(session, "two");
    await agentSets(session, "three");
    expect((await read(session)).body["text"]).toBe("three");
    await patch(session, { text: "three, better", expectedObjectiveRevision: 3 });
    await agentSets(session, "four");
    expect((await read(session)).body).toMatchObject({ text: "three, better", objectiveRevision: 4 });
  });
});

describe("a change of a goal under a known key", () => {
  it("is the first one again, and refused when it asks for something else", async () => {
    const session = await service.start("hello", { goal: { text: "Plan", successCriteria: "c" } });
    const body = { text: "Plan better", expectedObjectiveRevision: 1, clientEventId: "g" };
    await patch(session, body);
    expect((await patch(session, body)).body).toMatchObject({ text: "Plan better", version: 2 });
    for (const other of [{ text: "Plan worse" }, { successCriteria: "d" }, { rootConstraints: ["cheap"] }]) {
      expect(fault(await patch(session, { ...body, ...other }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
    }
    expect(await told(session)).toHaveLength(2);
  });
});

describe("clearing", () => {
  it("removes it for good and logs that", async () => {
    const session = await service.start("hello", { goal: { text: "Plan" } });
    expect((await service.call("DELETE", `${session}/goal`)).status).toBe(204);
    expect((await read(session)).status).toBe(404);
    expect((await told(session)).at(-1)).toMatchObject({ type: "goal.cleared", payload: { text: "Plan" } });
  });
});

describe("the scripted agent's goal", () => {
  it("is set by a tool call, shown by the agent, and completed with evidence", async () => {
    const session = await service.start("/goal Plan the trip");
    expect((await read(session)).body).toMatchObject({ text: "Plan the trip", createdBy: "agent", status: "active" });
    const log = await service.log(session);
    const at = log.findIndex((event) => event.type === "goal.set");
    expect(log.slice(at - 1, at + 2)).toMatchObject([
      { type: "agent.toolCall.created", payload: { name: "goal_set", arguments: { text: "Plan the trip" } } },
      { payload: { actor: "agent", replaced: false }, turnId: expect.any(String) },
      { type: "agent.toolCall.output", payload: { output: { status: "active" } } },
    ]);
    await service.send(session, "/goal done");
    expect((await read(session)).body).toMatchObject({ status: "completed", evidence: expect.any(String) });
    expect((await told(session)).at(-1)).toMatchObject({ type: "goal.completed", payload: { version: 2 } });
    expect(fault(await patch(session, { status: "paused" }))).toBe("409 GOAL_COMPLETED");
    expect(fault(await patch(session, { text: "x", expectedObjectiveRevision: 1 }))).toBe("409 GOAL_COMPLETED");
  });

  it("replaces the previous one, and is shown when asked", async () => {
    const session = await service.start("/goal one\n/goal two\n/goal");
    expect((await told(session)).map((event) => event.payload)).toMatchObject([
      { replaced: false },
      { replaced: true },
    ]);
    const said = (await service.log(session)).filter((event) => event.type === "agent.message.completed").at(-1);
    expect(said?.payload).toEqual({ text: "I'm working towards this: **two**" });
  });

  it("completes nothing where nothing is, and ends its turn well", async () => {
    const session = await service.start("/goal done");
    expect((await service.types(session)).slice(-2)).toEqual(["turn.completed", "session.status.changed"]);
    expect(await told(session)).toEqual([]);
  });

  it("fails its turn when it is too long to keep", async () => {
    const session = await service.start(`/goal ${"x".repeat(9_000)}`);
    const failed = (await service.log(session)).find((event) => event.type === "turn.failed");
    expect(failed?.payload).toMatchObject({ code: "validation_failed" });
  });
});

it("refuses changes of the goal of a cancelled session, and by a read-only key", async () => {
  const session = await service.start("hello", { goal: { text: "Plan" } });
  const key = await service.readKey();
  expect(fault(await service.call("PATCH", `${session}/goal`, { status: "paused" }, { key }))).toBe("403 forbidden");
  await service.call("POST", `${session}/control`, { action: "cancel", clientEventId: "x" });
  expect(fault(await patch(session, { status: "paused" }))).toBe("409 CONTROL_CHANGED");
  expect(fault(await service.call("DELETE", `${session}/goal`))).toBe("409 CONTROL_CHANGED");
});
