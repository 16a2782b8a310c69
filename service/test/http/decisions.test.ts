import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Answer, type Harness, type Json } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

async function decide(session: string, approvalId: unknown, decision: string, fields: object = {}): Promise<Answer> {
  const { message, ...rest } = fields as { message?: string };
  const payload = { approvalId, decision, ...(message !== undefined && { message }) };
  const answer = await service.call("POST", `${session}/events`, { type: "user.approvalDecision", payload, ...rest });
  await settle();
  return answer;
}

async function respond(session: string, requestId: unknown, response: object, fields: object = {}): Promise<Answer> {
  const body = { type: "user.humanInputResponse", payload: { requestId, response }, ...fields };
  const answer = await service.call("POST", `${session}/events`, body);
  await settle();
  return answer;
}

async function approvalsOf(session: string): Promise<string[]> {
  const events = (await service.log(session)).filter((event) => event.type === "session.requiresAction");
  const asked = events.at(-1)?.payload as { approvals: { id: string }[] } | undefined;
  return (asked?.approvals ?? []).map((approval) => approval.id);
}

async function requestOf(session: string): Promise<Json> {
  const { body } = await service.call("GET", `${session}/human-input-requests?status=pending`);
  return body["requests"]?.[0] as Json;
}

async function said(session: string): Promise<string[]> {
  const messages = (await service.log(session)).filter((event) => event.type === "agent.message.completed");
  return messages.map((event) => (event.payload as { text: string }).text);
}

const answered = (...answers: object[]) => ({ outcome: "answered", answers });
const status = async (session: string) => (await service.call("GET", session)).body["status"];

describe("an approval", () => {
  it("waits, is approved, and the turn continues", async () => {
    const session = await service.start('/say before\n/approve pay {"eur":3}\n/say after');
    expect(await status(session)).toBe("requires_action");
    const waiting = await service.log(session);
    expect(waiting.slice(-2).map((event) => event.type)).toEqual(["session.requiresAction", "session.status.changed"]);
    const [id] = await approvalsOf(session);
    const actor = { source: "app", id: "u1", name: "Ana" };
    const taken = await decide(session, id, "approve", { actor, clientEventId: "d" });
    expect(taken).toMatchObject({
      status: 202,
      body: { type: "user.approvalDecision", turnId: waiting.at(-2)?.turnId },
    });
    expect(taken.body["payload"]).toEqual({ approvalId: id, decision: "approve", actor });
    const types = (await service.types(session)).slice(waiting.length);
    expect(types.filter((type) => type !== "agent.message.delta")).toEqual([
      "user.approvalDecision",
      "session.status.changed",
      "turn.started",
      "agent.toolCall.output",
      "agent.message.completed",
      "agent.message.completed",
      "turn.completed",
      "session.status.changed",
    ]);
    expect(await said(session)).toEqual(["before", "`pay` was approved and has run.", "after"]);
    expect((await decide(session, id, "approve", { clientEventId: "d" })).body).toEqual(taken.body);
    expect(fault(await decide(session, id, "reject", { clientEventId: "d" }))).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it("records the reason of a rejection", async () => {
    const session = await service.start("/approve pay {}");
    await decide(session, (await approvalsOf(session))[0], "reject", { message: "too dear" });
    const log = await service.log(session);
    expect(log.find((event) => event.type === "agent.toolCall.output")?.payload).toMatchObject({ failed: true });
    expect((await said(session)).join()).toContain("too dear");
  });

  it("is decided once, by the first caller, and never when it was not requested", async () => {
    const session = await service.start("/approve pay {}");
    const [id] = await approvalsOf(session);
    const both = await Promise.all([decide(session, id, "approve"), decide(session, id, "reject")]);
    expect(both.map((answer) => answer.status)).toEqual(expect.arrayContaining([202, 409]));
    expect(fault(await decide(session, id, "approve"))).toBe("409 conflict");
    expect(fault(await decide(session, "never", "approve"))).toBe("409 conflict");
    expect(fault(await decide(session, "never", "perhaps"))).toBe("422 validation_failed");
  });

  it("is announced again when another of its turn was decided first", async () => {
    const session = await service.start("/approvals 3");
    const ids = await approvalsOf(session);
    expect(ids).toHaveLength(3);
    const both = [decide(session, ids[1], "approve"), decide(session, ids[2], "approve")];
    expect((await Promise.all(both)).map((answer) => answer.status)).toEqual(expect.arrayContaining([202, 409]));
    expect(await approvalsOf(session)).toEqual([ids[0], ids[2]]);
    expect(await status(session)).toBe("requires_action");
    for (const id of [ids[2], ids[0]]) expect((await decide(session, id, "approve")).status).toBe(202);
    expect(await status(session)).toBe("idle");
    const outputs = (await service.types(session)).filter((type) => type === "agent.toolCall.output");
    expect(outputs).toHaveLength(3);
  });

  it("is asked in a later turn as well", async () => {
    const session = await service.start("/approve a {}\n/approve b {}");
    for (let n = 0; n < 2; n += 1) await decide(session, (await approvalsOf(session))[0], "approve");
    await service.send(session, "/approve c {}");
    await decide(session, (await approvalsOf(session))[0], "approve");
    const names = (await service.log(session))
      .filter((event) => event.type === "agent.toolCall.created")
      .map((event) => (event.payload as { name: string }).name);
    expect(names).toEqual(["a", "b", "c"]);
    expect(await status(session)).toBe("idle");
  });
});

describe("a question", () => {
  it("is answered, stored with its author, and passed to the agent", async () => {
    const session = await service.start("/ask single");
    const request = await requestOf(session);
    expect(request).toMatchObject({ status: "pending", allowSkip: false, expiresAt: null });
    const actor = { source: "app", id: "u1", name: "Ana" };
    const taken = await respond(session, request["id"], answered({ questionId: "season", values: ["spring"] }), {
      actor,
      clientEventId: "a",
    });
    expect(taken).toMatchObject({ status: 202, body: { type: "user.humanInputResponse", clientEventId: "a" } });
    const record = await service.call("GET", `${session}/human-input-requests/${text(request["id"])}`);
    expect(record.body).toMatchObject({ status: "answered", respondedBy: actor, response: { outcome: "answered" } });
    expect((await said(session)).join()).toContain("**Season**: Spring");
    expect(await status(session)).toBe("idle");
    const again = { questionId: "season", values: ["spring"] };
    expect((await respond(session, request["id"], answered(again), { clientEventId: "a" })).body).toEqual(taken.body);
    expect(fault(await respond(session, request["id"], answered(again)))).toBe("409 conflict");
  });

  it("is skipped only when it allows it", async () => {
    const strict = await service.start("/ask text");
    const one = await requestOf(strict);
    expect(fault(await respond(strict, one["id"], { outcome: "skipped" }))).toBe("409 conflict");
    const loose = await service.start("/ask text skip");
    expect((await respond(loose, (await requestOf(loose))["id"], { outcome: "skipped" })).status).toBe(202);
    expect(await status(loose)).toBe("idle");
  });

  it.each([
    ["an unknown question", "text", answered({ questionId: "other", values: ["x"] })],
    [
      "a question twice",
      "text",
      answered({ questionId: "name", values: ["x"] }, { questionId: "name", values: ["y"] }),
    ],
    ["nothing where something is required", "text", answered()],
    ["blanks", "text", answered({ questionId: "name", values: [" "] })],
    ["two texts", "text", answered({ questionId: "name", values: ["x", "y"] })],
    ["a text with other", "text", answered({ questionId: "name", values: ["x"], other: "y" })],
    ["an unknown option", "single", answered({ questionId: "season", values: ["winter"] })],
    ["two choices of one", "single", answered({ questionId: "season", values: ["spring"], other: "x" })],
    ["an option twice", "multi", answered({ questionId: "interests", values: ["food", "food"] })],
    ["too many", "multi", answered({ questionId: "interests", values: ["food", "music", "nature", "museums"] })],
    ["a text without end", "text", answered({ questionId: "name", values: ["x".repeat(8_193)] })],
    ["no outcome", "text", { answers: [] }],
    ["an outcome of the log only", "text", { outcome: "expired" }],
  ])("refuses %s and stays open", async (_, kind, response) => {
    const session = await service.start(`/ask ${kind}`);
    const { id } = (await requestOf(session)) as unknown as { id: string };
    const refused = await respond(session, id, response);
    expect(fault(refused)).toBe("422 validation_failed");
    expect(refused.body["error"]?.["details"]?.["field"]).toMatch(/^payload\.response\./);
    expect(refused.body["error"]?.["message"]).not.toMatch(/winter|xxx/);
    expect((await requestOf(session))["id"]).toBe(id);
  });

  it("accepts a form, with free text beside the options and optional answers omitted", async () => {
    const session = await service.start("/ask form");
    const response = answered(
      { questionId: "name", values: ["Alps"] },
      { questionId: "season", values: [], other: "when it snows" },
      { questionId: "interests", values: ["food", "music"] },
    );
    expect((await respond(session, (await requestOf(session))["id"], response)).status).toBe(202);
  });

  it("is unknown where it was not asked", async () => {
    const [session, other] = [await service.start("/ask text"), await service.start("/ask text")];
    const { id } = (await requestOf(other)) as unknown as { id: string };
    const response = answered({ questionId: "name", values: ["x"] });
    expect(fault(await respond(session, id, response))).toBe("404 not_found");
    expect(fault(await service.call("GET", `${session}/human-input-requests/${id}`))).toBe("404 not_found");
  });

  it("expires by itself, and the turn continues and ends", async () => {
    const session = await service.start("/ask text expires 60");
    const { id } = (await requestOf(session)) as unknown as { id: string };
    await service.clock.advance(59_999);
    expect(await status(session)).toBe("requires_action");
    await service.clock.advance(1);
    expect(await status(session)).toBe("idle");
    expect((await service.log(session)).find((event) => event.type === "user.humanInputResponse")?.payload).toEqual({
      requestId: id,
      response: { outcome: "expired" },
    });
    const late = await respond(session, id, answered({ questionId: "name", values: ["x"] }));
    expect(fault(late)).toBe("409 conflict");
  });

  it.each([60_000, 3_600_000])("expires before a late answer, on a clock that jumped %i ms", async (ms) => {
    const jumping = { ahead: 0 };
    const clock = { ...service.clock, now: () => service.clock.now() + jumping.ahead };
    const own = await harness({ clock });
    const session = await own.start("/ask text expires 60");
    const pending = await own.call("GET", `${session}/human-input-requests?status=pending`);
    const requestId = pending.body["requests"]?.[0]?.["id"];
    jumping.ahead = ms;
    const body = {
      type: "user.humanInputResponse",
      payload: { requestId, response: answered({ questionId: "name", values: ["x"] }) },
    };
    expect(fault(await own.call("POST", `${session}/events`, body))).toBe("409 conflict");
    await settle();
    expect((await own.log(session)).filter((event) => event.type === "user.humanInputResponse")).toHaveLength(1);
    expect((await own.call("GET", session)).body["status"]).toBe("idle");
  });
});
