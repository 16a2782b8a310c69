import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ServiceClient } from "../../../src/api/service-client.js";
import { createServiceSession } from "./open-session.js";
import { ask, bodyOf, createBackend, type Backend } from "../../support/backend.js";

/** JSON values in place of a text that coerce to one, to another, or to none. */
const strange = (text: string): readonly unknown[] => [
  { toString: text },
  { toString: text, valueOf: text },
  { toString: null, valueOf: null },
  { length: 1, 0: text },
  [text],
  [[text]],
  [],
  {},
  7,
  true,
  { __proto__: null, constructor: text },
];

const key = { clientEventId: "k" };
const send = { type: "user.message", ...key, payload: { text: "/say hi" } };

/** Each write of the proxy that reads a body, with a body that fits. The fields are replaced one by one. */
const proxied: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ["POST", "S/control", { action: "pause", ...key, reason: "lunch" }],
  ["POST", "S/events", { type: "user.pause", ...key, payload: {} }],
  ["POST", "S/events", send],
  ["POST", "S/events", { type: "user.approvalDecision", ...key, payload: { approvalId: "a", decision: "approve" } }],
  ["POST", "S/steer", { text: "/say hi", ...key }],
  ["PUT", "S/composer-draft", { text: "hi", expectedRevision: 0 }],
  ["POST", "S/composer-draft/submit", { text: "/say hi", expectedDraftRevision: 0, ...key }],
  ["PATCH", "S", { title: "Trip" }],
  ["PATCH", "S/goal", { status: "paused", rationale: "lunch", ...key }],
  ["PUT", "S/archive", { archived: true }],
  ["POST", "S/queue/x1/move", { expectedQueueVersion: 0, beforeTurnId: "x2", ...key }],
  ["POST", "W/files/uploads", { filename: "a.txt", contentType: "text/plain", sizeBytes: 1, sha256: "0".repeat(64) }],
  ["POST", "W/sessions", { initialMessage: "/say hi", idempotencyKey: "k", ...key }],
];

/** Writes of the chat handler, in each format. */
const chats: readonly (readonly [string, string | null, Readonly<Record<string, unknown>>])[] = [
  ["", null, { message: "/say hi", delivery: "send", ...key }],
  ["/respond", null, { requestId: "r", decision: "approve", message: "ok", ...key }],
  ["/respond", null, { requestId: "r", answers: [{ questionId: "q", values: ["a"], other: "b" }] }],
  ["/stop", null, { turnId: "t" }],
  [
    "",
    "ui-stream",
    {
      id: "c1",
      trigger: "submit-message",
      messages: [{ id: "m", role: "user", parts: [{ type: "text", text: "/say hi" }] }],
    },
  ],
  ["", "chat-completions", { model: "m", stream: true, messages: [{ role: "user", content: "/say hi" }] }],
  ["", "responses", { model: "m", stream: true, input: "/say hi", conversation: "c1" }],
];

let backend: Backend;
beforeEach(async () => {
  backend = await createBackend();
});
afterEach(() => backend.close());

/** Every copy of a body in which one text, however deep, is replaced by a strange value. */
function* replaced(value: unknown): Generator {
  if (typeof value === "string") yield* strange(value);
  else if (Array.isArray(value)) {
    for (const [at, entry] of value.entries()) for (const other of replaced(entry)) yield value.toSpliced(at, 1, other);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, entry] of Object.entries(value))
      for (const other of replaced(entry)) yield { ...value, [name]: other };
  }
}

describe("a field with another type than text", () => {
  it.each(proxied)("is no failure of the proxy's %s %s", async (method, path, fits) => {
    const { sessionId } = await createServiceSession(backend);
    const proxy = backend.proxy({ basePath: "/api/service", createSession: () => ({}) });
    const at = path.replace(/^S/, `W/sessions/${sessionId}`).replace(/^W/, "workspaces/current");
    for (const body of replaced(fits)) {
      const answer = await proxy(ask(method, `/api/service/v1/${at}`, body));
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), expect.toSatisfy((s) => s < 500)]);
      await answer.body?.cancel();
    }
  });

  it.each(
    [["pause"], { toString: "pause" }, [["pause"]], { 0: "pause", length: 1 }, "Pause", "pause ", null, 0].map(
      (action) => ({ action }),
    ),
  )("names no control: %j", async ({ action }) => {
    const { sessionId } = await createServiceSession(backend);
    const proxy = backend.proxy({ basePath: "/api/service" });
    const at = `/api/service/v1/workspaces/current/sessions/${sessionId}`;
    const answer = await proxy(ask("POST", `${at}/control`, { action, clientEventId: "k" }));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([403, "control_not_allowed"]);
    const event = await proxy(ask("POST", `${at}/events`, { type: ["user.pause"], payload: {} }));
    expect([event.status, (await bodyOf(event)).error.code]).toEqual([403, "event_not_allowed"]);
  });

  it.each(chats)("is no failure of the chat handler's POST %s in the format %s", async (end, format, fits) => {
    const chat = backend.chat();
    for (const body of replaced(fits)) {
      const headers = format === null ? {} : { "x-service-chat-format": format };
      const answer = await chat(ask("POST", `/api/chat${end}`, body, { headers }));
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), expect.toSatisfy((s) => s < 500)]);
      await answer.body?.cancel();
    }
  });
});

describe("an answer to a conversation that has not begun", () => {
  it.each([
    { requestId: "r", decision: "approve" },
    { requestId: "r", answers: [] },
    { requestId: "r", skip: true },
  ])("is the client's mistake: %j", async (body) => {
    const answer = await backend.chat()(ask("POST", "/api/chat/respond", body));
    const { error } = await bodyOf(answer);
    expect([answer.status, error.code, error.retryable]).toEqual([404, "session_missing", false]);
  });
});

describe("opening a session through the proxy", () => {
  it("asks for nothing that browsers print as failed", async () => {
    const { sessionId } = await createServiceSession(backend);
    const proxy = backend.proxy();
    const statuses: string[] = [];
    const client = new ServiceClient({
      baseUrl: "/api/service",
      async fetch(input, init) {
        const request = new Request(new URL(input as string, "https://host.test"), init);
        request.headers.set("x-user", "ana");
        const answer = await proxy(request);
        statuses.push(
          `${answer.status} ${answer.headers.get("content-type")} ${new URL(request.url).pathname.split("/").at(-1)}`,
        );
        return answer;
      },
    });
    const ref = { sessionId };
    expect(await client.getGoal(ref)).toBeNull();
    await client.config();
    await client.getSession(ref);
    await client.getQueue(ref);
    expect((await client.getComposerDraft(ref)).text).toBe("");
    await client.getLineage(ref);
    await client.listHumanInputRequests(ref);
    expect(statuses.filter((status) => !status.startsWith("200 application/json"))).toEqual([]);
    expect(statuses[0]).toContain("goal");
  });

  it("still refuses the goal of another person's session", async () => {
    const { sessionId } = await createServiceSession(backend);
    const at = `/api/service/v1/workspaces/current/sessions/${sessionId}/goal`;
    const answer = await backend.proxy()(ask("GET", at, undefined, { user: "ben" }));
    expect([answer.status, (await bodyOf(answer)).error.code]).toEqual([404, "session_not_found"]);
  });
});
