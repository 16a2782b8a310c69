import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

let ids = 0;
async function control(session: string, action: string, fields: object = {}) {
  const answer = await service.call("POST", `${session}/control`, {
    action,
    clientEventId: `c${(ids += 1)}`,
    ...fields,
  });
  await settle();
  return answer;
}

async function steer(session: string, message: string, fields: object = {}) {
  const answer = await service.call("POST", `${session}/steer`, {
    text: message,
    clientEventId: `c${(ids += 1)}`,
    ...fields,
  });
  await settle();
  return answer;
}

const status = async (session: string) => (await service.call("GET", session)).body["status"];
const queue = async (session: string) => (await service.call("GET", `${session}/queue`)).body["items"] ?? [];
const since = async (session: string, count: number) => (await service.types(session)).slice(count);

it.each(["pause", "resume", "interrupt"])("writes no event for a %s that changes nothing", async (action) => {
  const session = await service.start("hello");
  if (action === "pause") await control(session, "pause");
  const before = await service.types(session);
  for (let time = 0; time < 20; time++) {
    expect(await control(session, action, { reason: "x".repeat(2_000) })).toMatchObject({
      status: 200,
      body: { accepted: null, receipt: null, cancelledTurnCount: 0, effectiveControl: {} },
    });
  }
  expect(await service.types(session)).toEqual(before);
});

describe("interrupt", () => {
  it("ends the running turn, keeps its text, and writes nothing after it", async () => {
    const session = await service.start("/long 1000 100");
    await service.clock.advance(500);
    const answer = await control(session, "interrupt", { reason: "enough" });
    expect(answer).toMatchObject({
      status: 200,
      body: { cancelledTurnCount: 1, effectiveControl: { state: "active" } },
    });
    const log = await service.log(session);
    const said = log.filter((event) => event.type === "agent.message.delta").length;
    expect(said).toBeGreaterThan(0);
    expect(log.slice(-4).map((event) => [event.type, event.payload])).toEqual([
      ["agent.message.delta", { text: expect.any(String) }],
      ["user.interrupt", { reason: "enough" }],
      ["turn.cancelled", { reason: "interrupt" }],
      ["session.status.changed", { status: "idle" }],
    ]);
    await service.clock.advance(60_000);
    expect(await service.log(session)).toHaveLength(log.length);
    expect(service.clock.pending).toBe(0);
  });

  it("lets the queue go on", async () => {
    const session = await service.start("/silence 100");
    await service.send(session, "/say next");
    await control(session, "interrupt");
    expect((await service.types(session)).filter((type) => type === "turn.completed")).toHaveLength(1);
    expect(await status(session)).toBe("idle");
  });

  it("settles what waits for a person as cancelled", async () => {
    const session = await service.start("/ask text");
    const pending = await service.call("GET", `${session}/human-input-requests`);
    const before = await service.types(session);
    await control(session, "interrupt");
    expect(await since(session, before.length)).toEqual([
      "user.interrupt",
      "user.humanInputResponse",
      "turn.cancelled",
      "session.status.changed",
    ]);
    const id = text(pending.body["requests"]?.[0]?.["id"]);
    const record = await service.call("GET", `${session}/human-input-requests/${id}`);
    expect(record.body).toMatchObject({ status: "cancelled", respondedBy: null });
    const approving = await service.start("/approve pay {}");
    await control(approving, "interrupt");
    expect(await status(approving)).toBe("idle");
  });

  it("does nothing when nothing runs, or another turn than the one meant", async () => {
    const session = await service.start("hello");
    expect((await control(session, "interrupt")).body["cancelledTurnCount"]).toBe(0);
    expect((await service.types(session)).at(-1)).toBe("session.status.changed");
    await service.send(session, "/silence 10");
    expect((await control(session, "interrupt", { turnId: "another" })).body["cancelledTurnCount"]).toBe(0);
    expect(await status(session)).toBe("running");
    const turnId = text((await service.call("GET", session)).body["activeTurnId"]);
    expect((await control(session, "interrupt", { turnId })).body["cancelledTurnCount"]).toBe(1);
  });

  it("has one effect, however often it is sent", async () => {
    const session = await service.start("/silence 10");
    await control(session, "interrupt", { clientEventId: "same" });
    const log = await service.types(session);
    await service.send(session, "/silence 10");
    expect((await control(session, "interrupt", { clientEventId: "same" })).status).toBe(200);
    expect(await status(session)).toBe("running");
    expect((await service.types(session)).slice(0, log.length)).toEqual(log);
    const other = await control(session, "pause", { clientEventId: "same" });
    expect(fault(other)).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it("is taken as an event as well, which is then the answer", async () => {
    const session = await service.start("/silence 10");
    const actor = { source: "app", id: "u1" };
    const body = { type: "user.interrupt", clientEventId: "i", payload: { reason: "r" }, actor };
    const answer = await service.call("POST", `${session}/events`, body);
    expect(answer).toMatchObject({ status: 202, body: { type: "user.interrupt", payload: { reason: "r", actor } } });
    expect(await status(session)).toBe("idle");
    for (const type of ["user.pause", "user.resume", "user.cancel"]) {
      const done = await service.call("POST", `${session}/events`, { type, clientEventId: type });
      expect(done).toMatchObject({ status: 202, body: { type, clientEventId: type } });
    }
    expect(await status(session)).toBe("cancelled");
  });
});

describe("pause and resume", () => {
  it("shows a pause as the session's blocker, with the ways to continue, until it is resumed or cancelled", async () => {
    const session = await service.start("/say hi");
    const held = async () => (await service.call("GET", session)).body["effectiveControl"];
    const nothing = { primaryBlocker: null, blockers: [], resumeOptions: [] };
    expect(await held()).toMatchObject({ state: "active", ...nothing });
    const sessionId = session.split("/").at(-1);
    const blocker = { kind: "session", sessionId, displayName: "/say hi", reason: "lunch", revision: 2 };
    const paused = await control(session, "pause", { reason: "lunch" });
    expect(paused.body["effectiveControl"]).toEqual(await held());
    expect(await held()).toMatchObject({
      state: "paused",
      primaryBlocker: blocker,
      blockers: [blocker],
      resumeOptions: [{ scope: "selected", targetId: sessionId, selectedStateAfter: "active" }],
    });
    await control(session, "resume");
    expect(await held()).toMatchObject({ state: "active", ...nothing });
    await control(session, "cancel");
    expect(await held()).toMatchObject({ state: "paused", ...nothing });
  });

  it("blocks the queue, not the running turn, and shows only in effectiveControl", async () => {
    const session = await service.start("/silence 10");
    const paused = await control(session, "pause", { reason: "lunch" });
    expect(paused.body["effectiveControl"]).toMatchObject({ state: "paused", controlVersion: 2, controlEtag: "c2" });
    expect(await status(session)).toBe("running");
    await service.send(session, "/say later");
    await service.clock.advance(10_000);
    expect(await status(session)).toBe("queued");
    await service.clock.advance(60_000);
    expect(await queue(session)).toHaveLength(1);
    expect(fault(await control(session, "resume", { expectedControlEtag: "c1" }))).toBe("409 CONTROL_CHANGED");
    await control(session, "resume", { expectedControlEtag: "c2" });
    expect(await status(session)).toBe("idle");
    const told = (await service.types(session)).filter((type) => type.startsWith("session.control"));
    expect(told).toEqual(["session.control.paused", "session.control.resumed"]);
  });

  it("keeps a decided turn waiting until it is resumed", async () => {
    const session = await service.start("/approve pay {}");
    await control(session, "pause");
    const asked = (await service.log(session)).find((event) => event.type === "session.requiresAction");
    const { approvals } = (asked?.payload ?? {}) as { approvals?: { id: string }[] };
    const payload = { approvalId: approvals?.[0]?.id, decision: "approve" };
    await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload });
    await settle();
    expect(await status(session)).toBe("requires_action");
    await control(session, "resume");
    expect(await status(session)).toBe("idle");
  });
});

describe("cancel", () => {
  it("ends every turn and the session, for good", async () => {
    const session = await service.start("/ask text");
    await service.send(session, "/say queued");
    const before = await service.types(session);
    const answer = await control(session, "cancel");
    expect(answer.body).toMatchObject({ cancelledSessionCount: 1, cancelledTurnCount: 2 });
    expect(await since(session, before.length)).toEqual([
      "user.cancel",
      "user.humanInputResponse",
      "turn.cancelled",
      "turn.cancelled",
      "session.control.paused",
      "session.status.changed",
    ]);
    expect((await service.log(session)).at(-2)?.payload).toMatchObject({ terminal: true });
    expect(await status(session)).toBe("cancelled");
    for (const answer2 of [
      await service.send(session, "more"),
      await steer(session, "more"),
      await control(session, "interrupt"),
    ]) {
      expect(fault(answer2)).toBe("409 CONTROL_CHANGED");
    }
    expect((await service.call("GET", session)).status).toBe(200);
  });
});

describe("cancelling a session with others below it", () => {
  it.each(["control", "event"])("ends them too for a %s", async (way) => {
    const session = await service.start("/child /child /silence 100");
    const listed = await service.call("GET", `${service.workspace}/sessions`);
    expect(listed.body.map((entry) => entry["status"])).toContain("running");
    const body = { type: "user.cancel", clientEventId: "c" };
    if (way === "event") await service.call("POST", `${session}/events`, body);
    else await control(session, "cancel");
    const after = await service.call("GET", `${service.workspace}/sessions`);
    expect(after.body.map((entry) => entry["status"])).toEqual(["cancelled", "cancelled", "cancelled"]);
    await service.clock.advance(200_000);
    expect(service.clock.pending).toBe(0);
  });

  it("ends archived ones as well, and their children", async () => {
    const session = await service.start("/child /child /silence 100");
    const path = `${service.workspace}/sessions`;
    const parentSessionId = session.slice(path.length + 1);
    const children = await service.call("GET", `${path}?parentSessionId=${parentSessionId}`);
    await service.call("PUT", `${path}/${text(children.body[0]?.["id"])}/archive`, { archived: true });
    await control(session, "cancel");
    const kept = await service.call("GET", path);
    const away = await service.call("GET", `${path}?archivedOnly=1`);
    expect(kept.body.map((entry) => entry["status"])).toEqual(["cancelled", "cancelled"]);
    expect(away.body.map((entry) => entry["status"])).toEqual(["cancelled"]);
  });
});

describe("steer", () => {
  it("ends a running turn and runs before the queue", async () => {
    const session = await service.start("/long 1000 100");
    await service.send(session, "/say queued");
    await service.clock.advance(500);
    const before = (await service.log(session)).length;
    const answer = await steer(session, "/say instead", { clientEventId: "s" });
    expect(answer).toMatchObject({ status: 202, body: { interruptionCount: 1, replay: false } });
    expect(answer.body["accepted"]).toMatchObject({ type: "user.message", clientEventId: "s" });
    expect(answer.body["turn"]).toMatchObject({ prompt: "/say instead", metadata: { delivery: "steer" } });
    const log = (await service.log(session)).slice(before);
    const texts = log.filter((event) => event.type === "agent.message.completed").map((event) => event.payload);
    expect(texts).toEqual([{ text: "instead" }, { text: "queued" }]);
    const types = log.map((event) => event.type).filter((type) => type !== "agent.message.delta");
    expect(types.slice(0, 5)).toEqual([
      "user.message",
      "turn.queued",
      "session.control.steer_requested",
      "turn.superseded",
      "session.status.changed",
    ]);
    expect(log.find((event) => event.type === "session.control.steer_requested")?.payload).toMatchObject({
      stopping: true,
      targetTurnId: answer.body["turn"]?.["id"],
    });
    const again = await steer(session, "/say instead", { clientEventId: "s" });
    expect(again.body).toMatchObject({ replay: true, accepted: answer.body["accepted"] });
    expect(fault(await steer(session, "/say other", { clientEventId: "s" }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it("returns the first event when it repeats a message that was sent without steering", async () => {
    const session = await service.start("/silence 10");
    const sent = await service.send(session, "/say once", { clientEventId: "m" });
    const again = await steer(session, "/say once", { clientEventId: "m" });
    expect(again.body).toMatchObject({ replay: true, accepted: { id: sent.body["id"] } });
    expect(await status(session)).toBe("running");
  });

  it("replaces a turn that waits for a person", async () => {
    const session = await service.start("/ask text");
    const before = (await service.log(session)).length;
    await steer(session, "/say instead");
    expect((await since(session, before)).slice(0, 6)).toEqual([
      "user.message",
      "turn.queued",
      "user.humanInputResponse",
      "turn.superseded",
      "session.control.steer_requested",
      "session.status.changed",
    ]);
    expect(await status(session)).toBe("idle");
  });

  it("is an ordinary message when nothing runs", async () => {
    const session = await service.start("hello");
    expect((await steer(session, "/say hi")).body["interruptionCount"]).toBe(0);
    expect(await status(session)).toBe("idle");
    expect(fault(await steer(session, ""))).toBe("422 validation_failed");
  });
});

describe("the queue", () => {
  const remove = (session: string, turnId: string, fields: object = {}) =>
    service.call("POST", `${session}/queue/${turnId}/delete`, { clientEventId: `c${(ids += 1)}`, ...fields });

  it("shows what waits in the order it will run, and lets one be withdrawn", async () => {
    const session = await service.start("/silence 10");
    for (const message of ["/say a", "/say b", "/say c"]) await service.send(session, message);
    const items = await queue(session);
    expect(items.map((turn) => turn["prompt"])).toEqual(["/say a", "/say b", "/say c"]);
    const turnId = text(items[1]?.["id"]);
    const removed = await remove(session, turnId, { expectedTurnVersion: 1, clientEventId: "r" });
    expect(removed.status).toBe(200);
    expect(removed.body["snapshot"]?.["items"]).toHaveLength(2);
    expect(removed.body["receipt"]).toMatchObject({ action: "delete", operationKey: "r", targetTurnId: turnId });
    expect((await remove(session, turnId, { clientEventId: "r" })).status).toBe(200);
    const told = (await service.log(session)).slice(-2);
    expect(told.map((event) => [event.type, event.turnId])).toEqual([
      ["turn.cancelled", turnId],
      ["session.queue.changed", null],
    ]);
    await service.clock.advance(10_000);
    const said = (await service.log(session)).filter((event) => event.type === "agent.message.completed");
    expect(said.map((event) => event.payload)).toEqual([{ text: "a" }, { text: "c" }]);
  });

  it("leaves the session idle when the last one is withdrawn before it started", async () => {
    const session = await service.start("hello");
    await control(session, "pause");
    await service.send(session, "/say a");
    expect(await status(session)).toBe("queued");
    await remove(session, text((await queue(session))[0]?.["id"]));
    expect(await status(session)).toBe("idle");
  });

  it("refuses a running, an ended, a missing and a changed turn", async () => {
    const session = await service.start("/silence 10");
    const running = text((await service.call("GET", session)).body["activeTurnId"]);
    const answer = await remove(session, running);
    expect(fault(answer)).toBe("409 QUEUE_PROMPT_STARTED");
    expect(answer.body["error"]?.["details"]).toMatchObject({ current: { queueVersion: expect.any(Number) } });
    expect(fault(await remove(session, "nothing"))).toBe("404 not_found");
    await service.send(session, "/say a");
    const waiting = text((await queue(session))[0]?.["id"]);
    expect(fault(await remove(session, waiting, { expectedTurnVersion: 9 }))).toBe("409 PROMPT_CHANGED");
    expect(fault(await remove(session, waiting, { clientEventId: 1 }))).toBe("422 validation_failed");
  });
});

describe("a control that is none", () => {
  it.each([{ action: "stop" }, { action: 1 }, { action: "pause", clientEventId: "" }, { clientEventId: "x" }])(
    "%j is refused",
    async (fields) => {
      const session = await service.start("hello");
      const answer = await service.call("POST", `${session}/control`, { clientEventId: "x", ...fields });
      expect(fault(answer)).toBe("422 validation_failed");
    },
  );
});
