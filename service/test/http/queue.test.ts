import { beforeEach, describe, expect, it } from "vitest";
import { fault, harness, text, type Answer, type Harness } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
let session: string;
let ids = 0;
beforeEach(async () => {
  service = await harness();
  session = await service.start("/silence 100");
});

const read = async () => (await service.call("GET", `${session}/queue`)).body;
const prompts = async () => ((await read())["items"] ?? []).map((item) => text(item["prompt"]));
const status = async () => (await service.call("GET", session)).body["status"];

/** Puts messages into the queue and gives their turns. */
async function queue(...messages: string[]): Promise<{ id: string; version: number }[]> {
  for (const message of messages) await service.send(session, message);
  const items = (await read())["items"] ?? [];
  return items.map((item) => ({ id: text(item["id"]), version: Number(item["version"]) }));
}

async function act(turnId: string, verb: string, body: object, fields: object = {}): Promise<Answer> {
  const sent = { clientEventId: `q${(ids += 1)}`, ...body, ...fields };
  const answer = await service.call("POST", `${session}/queue/${turnId}/${verb}`, sent);
  await settle();
  return answer;
}

const version = async () => Number((await read())["version"]);
const ana = { source: "app", id: "ana", name: "Ana" };

describe("the queue", () => {
  it("shows what waits, whole and in the order it will run", async () => {
    const message = { text: "/say b", resources: [{ kind: "repository", uri: "git:x" }], model: "scripted" };
    await service.send(session, "/say a");
    await service.call("POST", `${session}/events`, { type: "user.message", payload: message });
    const snapshot = await read();
    expect(snapshot).toMatchObject({
      version: 3,
      effectiveControl: { state: "active" },
      stoppingPreviousAttempt: false,
      activePersonalConnections: [],
      pendingInputs: [],
      pendingInputAttachment: null,
      items: [
        { prompt: "/say a" },
        { prompt: "/say b", resources: message.resources, model: "scripted", status: "queued" },
      ],
    });
  });
});

describe("moving", () => {
  it("puts a turn before another or last, and runs them so", async () => {
    const [a, , c] = await queue("/say a", "/say b", "/say c");
    const moved = await act(c!.id, "move", { expectedQueueVersion: await version(), beforeTurnId: a!.id });
    expect(moved).toMatchObject({ status: 200, body: { receipt: { action: "move", targetTurnId: c!.id } } });
    expect(await prompts()).toEqual(["/say c", "/say a", "/say b"]);
    await act(a!.id, "move", { expectedQueueVersion: await version(), beforeTurnId: null });
    expect(await prompts()).toEqual(["/say c", "/say b", "/say a"]);
    await service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "i" });
    await settle();
    const said = (await service.log(session)).filter((event) => event.type === "agent.message.completed");
    expect(said.map((event) => event.payload)).toMatchObject([{ text: "c" }, { text: "b" }, { text: "a" }]);
  });

  it("logs the author", async () => {
    const [a, b] = await queue("/say a", "/say b");
    await act(b!.id, "move", { expectedQueueVersion: 3, beforeTurnId: a!.id, actor: ana });
    const told = (await service.log(session)).at(-1);
    expect(told).toMatchObject({
      type: "session.queue.changed",
      payload: { operation: "move", queueVersion: 4, turnId: b!.id, beforeTurnId: a!.id, actor: ana },
    });
  });

  it("leaves the version of prompts alone: another person's move is no change of them", async () => {
    const turns = await queue("/say a", "/say b");
    await act(turns[1]!.id, "move", { expectedQueueVersion: 3, beforeTurnId: turns[0]!.id });
    const items = (await read())["items"] ?? [];
    expect(items.map((item) => item["version"])).toEqual(turns.map((turn) => turn.version));
  });

  it("is refused when the queue, or the turn to put it before, is another by now", async () => {
    const [a, b, c] = await queue("/say a", "/say b", "/say c");
    const old = await act(c!.id, "move", { expectedQueueVersion: 2, beforeTurnId: a!.id });
    expect(fault(old)).toBe("409 QUEUE_VERSION_CHANGED");
    expect(old.body).toMatchObject({ code: "QUEUE_VERSION_CHANGED", current: { queueVersion: 4, turnVersion: 1 } });
    expect(old.body["error"]?.["details"]).toMatchObject({ current: { queueVersion: 4 } });
    await act(a!.id, "delete", {});
    const anchor = await act(c!.id, "move", { expectedQueueVersion: 5, beforeTurnId: a!.id });
    expect(fault(anchor)).toBe("409 QUEUE_ANCHOR_CHANGED");
    expect(fault(await act(c!.id, "move", { expectedQueueVersion: 5, beforeTurnId: c!.id }))).toBe(
      "409 QUEUE_ANCHOR_CHANGED",
    );
    expect(fault(await act("nobody", "move", { expectedQueueVersion: 5, beforeTurnId: b!.id }))).toBe("404 not_found");
    expect(await prompts()).toEqual(["/say b", "/say c"]);
  });
});

describe("steering with a waiting turn", () => {
  it("ends the running one and starts it at once, ahead of what waited before", async () => {
    const [, b] = await queue("/say a", "/silence 7");
    const before = (await service.types(session)).length;
    const answer = await act(b!.id, "steer", { expectedTurnVersion: 1, actor: ana }, { clientEventId: "s" });
    expect(answer).toMatchObject({ status: 200, body: { receipt: { action: "steer" }, replay: false } });
    const log = (await service.log(session)).slice(before);
    expect(log.map((event) => event.type)).toEqual([
      "session.control.steer_requested",
      "turn.superseded",
      "session.status.changed",
      "session.status.changed",
      "turn.started",
    ]);
    const payload = { targetTurnId: b!.id, replacedTurnId: expect.any(String), stopping: true, actor: ana };
    expect(log[0]).toMatchObject({ clientEventId: "s", payload });
    expect(log.at(-1)?.turnId).toBe(b!.id);
    expect(await prompts()).toEqual(["/say a"]);
  });

  it("becomes the next turn and waits when the session is paused", async () => {
    const [, b] = await queue("/say a", "/say b");
    await service.call("POST", `${session}/control`, { action: "pause", clientEventId: "p" });
    await act(b!.id, "steer", { expectedTurnVersion: 1, controlEtag: "c2" });
    expect(await prompts()).toEqual(["/say b", "/say a"]);
    expect(fault(await act(b!.id, "steer", { expectedTurnVersion: 2, controlEtag: "c1" }))).toBe("409 CONTROL_CHANGED");
  });
});

describe("editing a waiting turn", () => {
  it("moves it into the caller's draft, with all its fields", async () => {
    const resources = [{ kind: "repository", uri: "git:x" }];
    await service.call("POST", `${session}/events`, { type: "user.message", payload: { text: "words", resources } });
    const [turn] = await queue();
    const answer = await act(turn!.id, "edit", { expectedTurnVersion: 1, expectedDraftRevision: 0, actor: ana });
    expect(answer.body).toMatchObject({
      receipt: { action: "edit", appliedDraftRevision: 1 },
      snapshot: { items: [] },
      draft: { revision: 1, text: "words", resources, sourceTurnId: turn!.id, sourceTurnVersion: 2 },
    });
    expect((await service.log(session)).slice(-2)).toMatchObject([
      { type: "turn.cancelled", turnId: turn!.id, payload: { reason: "withdrawn_for_edit" } },
      { type: "session.queue.changed", payload: { operation: "edit", draftRevision: 1, actor: ana } },
    ]);
    const turns = await service.call("GET", `${session}/turns`);
    expect(turns.body.find((entry) => (entry["id"] as unknown) === turn!.id)?.["status"]).toBe("withdrawn_for_edit");
    const others = await service.call("GET", `${session}/composer-draft`);
    expect(others.body).toMatchObject({ revision: 0, text: "" });
  });

  it("is refused over a draft with content, unless it may be lost, and over a draft of another revision", async () => {
    const [turn] = await queue("/say a");
    await service.call("PUT", `${session}/composer-draft`, { text: "mine", expectedRevision: 0 });
    const full = await act(turn!.id, "edit", { expectedTurnVersion: 1, expectedDraftRevision: 1 });
    expect(fault(full)).toBe("409 DRAFT_NOT_EMPTY");
    expect(full.body["current"]).toEqual({ queueVersion: 2, turnVersion: 1, draftRevision: 1 });
    const old = await act(turn!.id, "edit", { expectedTurnVersion: 1, expectedDraftRevision: 0, replaceDraft: true });
    expect(fault(old)).toBe("409 DRAFT_CHANGED");
    expect(await prompts()).toEqual(["/say a"]);
    const body = { expectedTurnVersion: 1, expectedDraftRevision: 1, replaceDraft: true };
    expect((await act(turn!.id, "edit", body)).body["draft"]).toMatchObject({ text: "/say a", revision: 2 });
  });

  it("leaves a session without anything to do idle", async () => {
    await service.call("POST", `${session}/control`, { action: "pause", clientEventId: "p" });
    const [turn] = await queue("/say a");
    await service.clock.advance(200_000);
    expect(await status()).toBe("queued");
    await act(turn!.id, "edit", { expectedTurnVersion: 1, expectedDraftRevision: 0 });
    expect(await status()).toBe("idle");
  });
});

describe("any change of a waiting turn", () => {
  const bodies = async () => ({
    move: { expectedQueueVersion: await version(), beforeTurnId: null },
    edit: { expectedTurnVersion: 1, expectedDraftRevision: 0 },
    steer: { expectedTurnVersion: 1 },
    delete: { expectedTurnVersion: 1 },
  });

  it.each(["move", "edit", "steer", "delete"] as const)("has one effect, however often %s is sent", async (verb) => {
    const [turn] = await queue("/silence 3", "/say b");
    const body = (await bodies())[verb];
    const first = await act(turn!.id, verb, body, { clientEventId: "same" });
    const log = await service.log(session);
    const again = await act(turn!.id, verb, body, { clientEventId: "same" });
    expect(again.status).toBe(200);
    expect(again.body["receipt"]).toEqual(first.body["receipt"]);
    expect([first.body["replay"], again.body["replay"]]).toEqual([false, true]);
    expect(await service.log(session)).toEqual(log);
    const other = await act(turn!.id, verb === "delete" ? "move" : "delete", (await bodies()).move, {
      clientEventId: "same",
    });
    expect(fault(other)).toBe("409 IDEMPOTENCY_KEY_REUSED");
  });

  it.each(["move", "edit", "steer", "delete"] as const)("is refused as %s once the turn has started", async (verb) => {
    const [turn] = await queue("/silence 100");
    await service.call("POST", `${session}/control`, { action: "interrupt", clientEventId: "i" });
    await settle();
    expect(await status()).toBe("running");
    const answer = await act(turn!.id, verb, (await bodies())[verb]);
    expect(fault(answer)).toBe("409 QUEUE_PROMPT_STARTED");
    expect(answer.body["current"]).toMatchObject({ queueVersion: 2, turnVersion: 2 });
  });

  it.each(["edit", "steer", "delete"] as const)("is refused as %s of an older version of the prompt", async (verb) => {
    const [turn] = await queue("/say a");
    const answer = await act(turn!.id, verb, { ...(await bodies())[verb], expectedTurnVersion: 9 });
    expect(fault(answer)).toBe("409 PROMPT_CHANGED");
    expect(await prompts()).toEqual(["/say a"]);
  });

  it.each(["move", "edit", "steer", "delete"] as const)("is refused as %s in a cancelled session", async (verb) => {
    const [turn] = await queue("/say a");
    await service.call("POST", `${session}/control`, { action: "cancel", clientEventId: "x" });
    expect(fault(await act(turn!.id, verb, (await bodies())[verb]))).toBe("409 CONTROL_CHANGED");
  });

  it("is refused without what it needs to be safe", async () => {
    const [turn] = await queue("/say a");
    expect(fault(await act(turn!.id, "move", { beforeTurnId: null }))).toBe("422 validation_failed");
    expect(fault(await act(turn!.id, "move", { expectedQueueVersion: 2 }))).toBe("422 validation_failed");
    expect(fault(await act(turn!.id, "edit", { expectedTurnVersion: 1 }))).toBe("422 validation_failed");
    expect(fault(await act(turn!.id, "steer", {}))).toBe("422 validation_failed");
    expect(fault(await act(turn!.id, "delete", { clientEventId: "" }))).toBe("422 validation_failed");
  });

  it("is refused by a read-only key", async () => {
    const [turn] = await queue("/say a");
    const key = await service.readKey();
    for (const verb of ["move", "edit", "steer", "delete"]) {
      const path = `${session}/queue/${turn!.id}/${verb}`;
      expect(fault(await service.call("POST", path, {}, { key }))).toBe("403 forbidden");
    }
  });
});
