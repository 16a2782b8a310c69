import { beforeEach, describe, expect, it } from "vitest";
import type { SessionEvent } from "@service/sdk/protocol";
import { fault, harness, text, type Harness, type Json } from "../harness.js";
import { settle } from "../manual-clock.js";

let service: Harness;
beforeEach(async () => {
  service = await harness();
});

const lineage = async (session: string) => (await service.call("GET", `${session}/lineage`)).body;
const childrenOf = async (session: string) => (await lineage(session))["children"] as unknown as Json[];
const pathOf = (node: Json | undefined) => `${service.workspace}/sessions/${text(node?.["id"])}`;
const reports = async (session: string) =>
  (await service.log(session)).filter((event: SessionEvent) => "childCompletion" in (event.payload as object));
const control = async (session: string, action: string) => {
  await service.call("POST", `${session}/control`, { action, clientEventId: `${action}-${session}` });
  await settle();
};

describe("lineage", () => {
  it("shows a session alone as its own root", async () => {
    const session = await service.start("hello");
    const id = session.split("/").at(-1);
    expect(await lineage(session)).toMatchObject({
      sessionId: id,
      rootSessionId: id,
      ancestors: [],
      children: [],
      treeStats: { directChildren: 0, totalDescendants: 0, truncated: false },
    });
  });

  it("shows parents from the root down, children oldest first, and counts descendants", async () => {
    const root = await service.start("/child /child /silence 50");
    await service.clock.advance(1_000);
    await service.start("/ask text", { parentSessionId: root.split("/").at(-1) });
    const [middle, asking] = await childrenOf(root);
    const [leaf] = await childrenOf(pathOf(middle));
    expect(await lineage(root)).toMatchObject({
      children: [{ initialMessage: "/child /silence 50", status: "idle" }, { status: "requires_action" }],
      treeStats: { directChildren: 2, totalDescendants: 3, runningDescendants: 1, attentionDescendants: 1 },
    });
    expect(await lineage(pathOf(leaf))).toMatchObject({
      rootSessionId: root.split("/").at(-1),
      ancestors: [{ id: root.split("/").at(-1), parentSessionId: null }, { id: middle?.["id"] }],
      treeStats: { totalDescendants: 0 },
    });
    await service.call("PUT", `${pathOf(asking)}/archive`, { archived: true });
    expect((await childrenOf(root)).map((child) => child["archived"])).toEqual([false, true]);
  });

  it("nests children as {session, children}", async () => {
    const root = await service.start("/child /child /say leaf");
    const [middle] = await childrenOf(root);
    expect(middle).toMatchObject({
      session: { id: middle?.["id"], workspaceId: expect.any(String), effectiveControl: { state: "active" } },
      children: [{ session: { initialMessage: "/say leaf" }, children: [] }],
    });
  });

  it("shows the beginning of what each was started with, however long that is", async () => {
    const root = await service.start("hello");
    await service.start(`/say ${"é".repeat(20_000)}`, { parentSessionId: root.split("/").at(-1) });
    const [child] = await childrenOf(root);
    expect(text(child?.["initialMessage"])).toMatch(/^\/say é{990,1000}$/);
  });
});

describe("a child at rest", () => {
  it("reports to its parent once, without starting a turn there", async () => {
    const session = await service.start("/child /say done");
    const [child] = await childrenOf(session);
    expect(await reports(session)).toMatchObject([
      {
        type: "user.message",
        turnId: null,
        payload: { text: "done", childCompletion: { childSessionId: child?.["id"], status: "completed" } },
      },
    ]);
    expect((await service.types(session)).filter((type) => type === "turn.queued")).toHaveLength(1);
    expect((await service.call("GET", session)).body).toMatchObject({ status: "idle", activeTurnId: null });
    await service.clock.advance(100_000);
    expect(await reports(session)).toHaveLength(1);
    expect(service.clock.pending).toBe(0);
  });

  it.each([
    ["/fail", "failed", "The scripted agent failed, as requested."],
    ["/goal Pack\n/goal done", "completed", "The goal is reached: **Pack**"],
  ])("reports after %s", async (message, status, answer) => {
    const session = await service.start("hello");
    const parentSessionId = session.split("/").at(-1);
    await service.start(message, { parentSessionId });
    expect(await reports(session)).toMatchObject([{ payload: { text: answer, childCompletion: { status } } }]);
    if (status === "failed") return;
    const goal = { status: "completed", text: "Pack", evidence: expect.any(String) };
    expect((await reports(session))[0]?.payload).toMatchObject({ childCompletion: { goal } });
  });

  it("reports an interruption, and again after its next answer", async () => {
    const session = await service.start("/child /silence 100");
    const [child] = await childrenOf(session);
    await control(pathOf(child), "interrupt");
    await service.send(pathOf(child), "/say better");
    const told = (await reports(session)).map((event) => event.payload);
    expect(told).toMatchObject([
      { text: "", childCompletion: { status: "cancelled" } },
      { text: "better", childCompletion: { status: "completed" } },
    ]);
  });

  it.each(["delete", "edit"])("reports its last answer when its waiting turn was removed by %s", async (action) => {
    const session = await service.start("hello");
    const child = await service.start("/silence 5\n/say done", { parentSessionId: session.split("/").at(-1) });
    await control(child, "pause");
    await service.send(child, "later");
    await service.clock.advance(6_000);
    expect(await reports(session)).toEqual([]);
    const [turn] = (await service.call("GET", `${child}/queue`)).body["items"] as unknown as Json[];
    const body = { clientEventId: "x", expectedTurnVersion: 1, expectedDraftRevision: 0 };
    expect((await service.call("POST", `${child}/queue/${text(turn?.["id"])}/${action}`, body)).status).toBe(200);
    await settle();
    expect(await reports(session)).toMatchObject([
      { payload: { text: "done", childCompletion: { status: "completed" } } },
    ]);
    await service.clock.advance(10_000);
    expect(await reports(session)).toHaveLength(1);
  });

  it("leaves a parent alone that is paused or waits for a person", async () => {
    const session = await service.start("/child /silence 5\n/ask text");
    await control(session, "pause");
    await service.clock.advance(6_000);
    expect(await reports(session)).toHaveLength(1);
    expect((await service.call("GET", session)).body).toMatchObject({
      status: "requires_action",
      effectiveControl: { state: "paused" },
    });
  });

  it("reports nothing to a cancelled parent", async () => {
    const session = await service.start("/child /silence 5");
    await control(session, "cancel");
    const log = await service.types(session);
    await service.clock.advance(10_000);
    expect(await service.types(session)).toEqual(log);
    expect(service.faults).toEqual([]);
  });

  it("truncates a long answer to the size of a report", async () => {
    const session = await service.start("hello");
    await service.start("/long 20000 5000", { parentSessionId: session.split("/").at(-1) });
    await service.clock.advance(10_000);
    const [report] = await reports(session);
    const told = (report?.payload as { text?: string } | undefined)?.text ?? "";
    expect(told).not.toBe("");
    expect(new TextEncoder().encode(told).length).toBeLessThanOrEqual(8_192);
  });
});

describe("removing a session", () => {
  it("takes everything that hangs on it, and what it has started", async () => {
    const session = await service.start("/child /child /silence 50", { idempotencyKey: "k" });
    const [child] = await childrenOf(session);
    await service.call("PUT", `${session}/composer-draft`, { text: "x", expectedRevision: 0 });
    expect(await service.call("DELETE", session)).toMatchObject({ status: 200 });
    for (const path of [session, pathOf(child), `${session}/events`, `${session}/composer-draft`]) {
      expect(fault(await service.call("GET", path))).toBe("404 not_found");
    }
    expect((await service.call("GET", `${service.workspace}/sessions`)).body).toEqual([]);
    await service.clock.advance(100_000);
    expect(service.clock.pending).toBe(0);
    expect(service.faults).toEqual([]);
    const again = await service.start("hello", { idempotencyKey: "k" });
    expect(again).not.toBe(session);
  });

  it("leaves the parent and its log as they are", async () => {
    const session = await service.start("/child /say done");
    const log = await service.log(session);
    await service.call("DELETE", pathOf((await childrenOf(session))[0]));
    expect(await service.log(session)).toEqual(log);
    expect(await childrenOf(session)).toEqual([]);
  });

  it("ends streams of its log", async () => {
    const session = await service.start("hello");
    const request = new Request(`http://service${session}/events/stream`, {
      headers: { authorization: `Bearer ${service.app.apiKey}` },
    });
    const answer = await service.app.fetch(request);
    const whole = answer.text();
    await settle();
    await service.call("DELETE", session);
    expect(await whole).toContain("session.created");
  });

  it("is not for a read-only key", async () => {
    const session = await service.start("hello");
    const key = await service.readKey();
    expect(fault(await service.call("DELETE", session, undefined, { key }))).toBe("403 forbidden");
    expect((await service.call("GET", session)).status).toBe(200);
  });
});
