import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isServiceError } from "../../src/foundation/base-error.js";
import { projectPendingApprovals } from "../../src/conversation/decisions/pending-projections.js";
import { lastSequenceOf, type SessionEvent } from "../../src/wire/protocol/session-event.js";
import type { Session } from "../../src/wire/protocol/session.js";
import type { ServiceClient, SessionRef } from "../../src/api/service-client.js";
import { streamSessionEvents } from "../../src/api/stream-session-events.js";

/** One way to the session API, with a workspace of its own behind it. */
export interface ApiUnderTest {
  /** A client whose default workspace is the caller's. */
  readonly client: ServiceClient;
  /** The id of that workspace. */
  readonly workspaceId: string;
  /** A session of another person in the same workspace. */
  readonly foreignSessionId: string;
  close(): Promise<void>;
}

/** Common behaviour of the session API: the service itself, and a host's proxy. */
export function httpApiContract(name: string, make: () => Promise<ApiUnderTest>): void {
  describe(`the session API, ${name}`, () => {
    let api: ApiUnderTest;
    let client: ServiceClient;
    beforeAll(async () => {
      api = await make();
      client = api.client;
    });
    afterAll(() => api.close());

    const id = () => crypto.randomUUID();
    const start = (text: string, more: object = {}) =>
      client.createSession({ initialMessage: text, idempotencyKey: id(), ...more });
    const refOf = ({ id: sessionId }: Session): SessionRef => ({ sessionId });
    const say = (ref: SessionRef, text: string, clientEventId: string = id()) =>
      client.sendEvent(ref, { type: "user.message", clientEventId, payload: { text } });

    /** Follows the log to the first event that fits. */
    async function until(ref: SessionRef, fits: (event: SessionEvent) => boolean): Promise<SessionEvent[]> {
      const left = new AbortController();
      const events: SessionEvent[] = [];
      for await (const event of streamSessionEvents(client, ref, { signal: left.signal })) {
        events.push(event);
        if (fits(event)) left.abort();
      }
      return events;
    }
    const ended = (ref: SessionRef, turnId?: string | null) =>
      until(ref, (event) => event.type === "turn.completed" && (turnId === undefined || event.turnId === turnId));

    it("reports its features and version", async () => {
      const { serverVersion, features } = await client.config();
      expect(serverVersion).toMatch(/^\d+\.\d+\.\d+/);
      expect(features?.["chat"]).toBe(true);
    });

    it("makes a session with its first message and reads it", async () => {
      const made = await start("/say hi");
      expect(made).toMatchObject({ workspaceId: api.workspaceId, initialMessage: "/say hi" });
      expect(made.initialTurnId).toBeTruthy();
      await ended(refOf(made));
      const read = await client.getSession(refOf(made));
      expect(read.id).toBe(made.id);
      expect(read.lastSequence).toBeGreaterThan(made.lastSequence);
    });

    it("gives the first session again for the same key", async () => {
      const idempotencyKey = id();
      const first = await start("/say one", { idempotencyKey });
      const again = await start("/say one", { idempotencyKey });
      expect(again.id).toBe(first.id);
    });

    it("lists by page, newest first, without a gap or a repeat", async () => {
      const made = [await start("/say a"), await start("/say b"), await start("/say c")].map((session) => session.id);
      const seen: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await client.listSessionPage({ limit: 2, ...(cursor !== undefined && { cursor }) });
        seen.push(...page.sessions.map((session) => session.id));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((one) => made.includes(one)).toSorted()).toEqual(made.toSorted());
    });

    it("names and archives", async () => {
      const ref = refOf(await start("/say hi"));
      expect(await client.renameSession(ref, "Trip")).toMatchObject({ title: "Trip", titleSource: "user" });
      expect((await client.archiveSession(ref, true)).archived).toBe(true);
      expect((await client.archiveSession(ref, false)).archived).toBe(false);
    });

    it("streams the whole log in order and replays the same", async () => {
      const ref = refOf(await start('/say hi\n/tool search {"q":1}'));
      const live = await ended(ref);
      expect(live.map(({ sequence }) => sequence)).toEqual(live.map((_, index) => index + 1));
      const page = await client.listEvents(ref, { after: 0, limit: live.length });
      expect(page.events).toEqual(live);
      expect(page.coveredSequence).toEqual({ first: 1, last: live.length });
      expect(page.nextAfter).toBe(live.length);
    });

    it("pages forwards and back, compact and by type", async () => {
      const ref = refOf(await start("/long 300 1000"));
      const isIdle = ({ type, payload }: SessionEvent) =>
        type === "session.status.changed" && (payload as { status: string }).status === "idle";
      const all = await until(ref, isIdle);
      const back = await client.listEvents(ref, { before: all.length + 1, limit: 3 });
      expect(back.events).toEqual(all.slice(-3));
      expect(back).toMatchObject({ hasMore: true, direction: "before", nextBefore: all.length - 2 });
      const compact = await client.listEvents(ref, { after: 0, limit: 5000, compact: true });
      expect(compact.events.length).toBeLessThan(all.length);
      expect(lastSequenceOf(compact.events.at(-1) as SessionEvent)).toBe(all.length);
      const typed = await client.listEvents(ref, { after: 0, includeTypes: ["turn.queued", "turn.completed"] });
      expect(typed.events.map(({ type }) => type)).toEqual(["turn.queued", "turn.completed"]);
    });

    it("takes a message once for one key, and refuses another under it", async () => {
      const ref = refOf(await start("/say hi"));
      const first = await say(ref, "/say more", "k1");
      expect(await say(ref, "/say more", "k1")).toEqual(first);
      expect(await failure(say(ref, "/say else", "k1"))).toMatchObject({ status: 409, retryable: false });
    });

    it("decides an approval once", async () => {
      const ref = refOf(await start("/approve deploy {}"));
      const log = await until(ref, ({ type }) => type === "session.requiresAction");
      const [asked] = projectPendingApprovals(log);
      const approvalId = asked?.id ?? "";
      const decide = (decision: "approve" | "reject") =>
        client.sendEvent(ref, {
          type: "user.approvalDecision",
          clientEventId: id(),
          payload: { approvalId, decision },
        });
      expect((await decide("approve")).type).toBe("user.approvalDecision");
      await ended(ref);
      expect((await failure(decide("reject"))).status).toBe(409);
    });

    it("lists questions, and accepts the answer", async () => {
      const ref = refOf(await start("/ask text skip"));
      await until(ref, ({ type }) => type === "session.humanInput.requested");
      const [request] = await client.listHumanInputRequests(ref, { status: "pending" });
      const requestId = request?.id ?? "";
      const payload = { requestId, response: { outcome: "skipped" } } as const;
      await client.sendEvent(ref, { type: "user.humanInputResponse", clientEventId: id(), payload });
      await ended(ref);
      expect((await client.getHumanInputRequest(ref, requestId)).status).toBe("skipped");
      expect((await failure(client.getHumanInputRequest(ref, id()))).status).toBe(404);
    });

    it("steers ahead of what runs, and interrupts", async () => {
      const ref = refOf(await start("/long 4000 50"));
      await until(ref, ({ type }) => type === "agent.message.delta");
      const { accepted, turn } = await client.steer(ref, { text: "/long 4000 50", clientEventId: id() });
      expect(accepted.type).toBe("user.message");
      const log = await until(ref, ({ type, turnId }) => type === "turn.started" && turnId === turn?.id);
      expect(log.some(({ type }) => type === "turn.superseded")).toBe(true);
      await client.control(ref, { action: "interrupt", clientEventId: id() });
      const rest = await until(ref, ({ type }) => type === "turn.cancelled");
      expect(rest.at(-1)?.turnId).toBe(turn?.id);
    });

    it("shows the queue, withdraws from it, and lists turns", async () => {
      const ref = refOf(await start("/long 4000 50"));
      await until(ref, ({ type }) => type === "turn.started");
      await say(ref, "/say later");
      const { items } = await client.getQueue(ref);
      const waiting = items.find(({ prompt }) => prompt === "/say later");
      const body = { clientEventId: id(), expectedTurnVersion: waiting?.version ?? 0 };
      const after = await client.deleteQueuedTurn(ref, waiting?.id ?? "", body);
      expect(after.items.map((turn) => turn.id)).not.toContain(waiting?.id);
      expect((await client.listTurns(ref)).map((turn) => turn.id)).toContain(waiting?.id);
      await client.control(ref, { action: "interrupt", clientEventId: id() });
    });

    it("pauses and resumes", async () => {
      const ref = refOf(await start("/say hi"));
      await ended(ref);
      await client.control(ref, { action: "pause", clientEventId: id() });
      expect((await client.getSession(ref)).effectiveControl?.state).toBe("paused");
      const waiting = await say(ref, "/say later");
      await client.control(ref, { action: "resume", clientEventId: id() });
      const log = await until(ref, ({ type, sequence }) => type === "turn.completed" && sequence > waiting.sequence);
      expect(log.at(-1)?.type).toBe("turn.completed");
    });

    it("takes the three controls as events too", async () => {
      const ref = refOf(await start("/say hi"));
      await ended(ref);
      for (const type of ["user.pause", "user.resume", "user.interrupt"] as const) {
        expect(await client.sendEvent(ref, { type, clientEventId: id() })).toHaveProperty("sequence");
      }
    });

    it("answers 404 for a missing session, on any route", async () => {
      const ref = { sessionId: id() };
      for (const call of [
        () => client.getSession(ref),
        () => client.listEvents(ref, { after: 0 }),
        () => client.getQueue(ref),
        () => client.listTurns(ref),
        () => client.listHumanInputRequests(ref),
        () => client.openEventStream(ref),
        () => say(ref, "hi"),
      ]) {
        expect(await failure(call())).toMatchObject({ status: 404, retryable: false });
      }
    });

    it("does not open another workspace", async () => {
      const made = await start("/say hi");
      const refused = await failure(client.getSession({ sessionId: made.id, workspaceId: id() }));
      expect([403, 404]).toContain(refused.status);
    });

    it("refuses invalid bodies with the right status", async () => {
      const ref = refOf(await start("/say hi"));
      expect((await failure(client.listEvents(ref, { limit: -1 }))).status).toBe(400);
      expect((await failure(client.listEvents(ref, { after: 0, includeClasses: ["no such class"] }))).status).toBe(400);
      expect((await failure(client.renameSession(ref, ""))).status).toBe(422);
      expect((await failure(say(ref, ""))).status).toBe(422);
      expect((await failure(client.openEventStream(ref, { after: 99_999 }))).status).toBe(400);
    });
  });
}

/** Rights of an organization key only; `browserReach` asserts the opposite for a browser. */
export function wholeReach(name: string, make: () => Promise<ApiUnderTest>): void {
  describe(`the session API, ${name}, with an organization key`, () => {
    const api = usedApi(make);

    it("opens every session of the workspace", async () => {
      const { client, foreignSessionId: sessionId } = api();
      expect((await client.getSession({ sessionId })).id).toBe(sessionId);
    });

    it("lists plainly, newest first", async () => {
      const made = await api().client.createSession({ initialMessage: "/say hi" });
      expect((await api().client.listSessions({ limit: 1 }))[0]?.id).toBe(made.id);
    });

    it("reports the key's permissions", async () => {
      expect(await api().client.accessMe()).toBeTruthy();
    });

    it("creates keys that reach this workspace alone, and ends them", async () => {
      const { client, workspaceId } = api();
      const { apiKey, token } = await client.createWorkspaceKey({ name: "ci", access: "read" });
      expect([apiKey.workspaceId, token.slice(0, 14)]).toEqual([workspaceId, apiKey.prefix]);
      expect(await client.listWorkspaceKeys()).toContainEqual(apiKey);
      expect((await client.revokeWorkspaceKey(apiKey.id)).revokedAt).toBeTruthy();
      expect((await failure(client.revokeWorkspaceKey(crypto.randomUUID()))).status).toBe(404);
    });

    it("adds a member to the workspace, and removes them", async () => {
      const { client, workspaceId } = api();
      const member = await client.addWorkspaceMember({ email: "ana@acme.example" });
      expect(member.workspaceId).toBe(workspaceId);
      expect((await client.updateWorkspaceMember(member.id, { role: "admin" })).role).toBe("admin");
      await client.removeWorkspaceMember(member.id);
      expect((await client.listWorkspaceMembers()).members).toEqual([]);
    });

    it("ends a session for good", async () => {
      const { client } = api();
      const { id: sessionId } = await client.createSession({ initialMessage: "/say hi" });
      await client.control({ sessionId }, { action: "cancel", clientEventId: "c1" });
      expect((await client.getSession({ sessionId })).status).toBe("cancelled");
      const more = client.sendEvent({ sessionId }, { type: "user.message", payload: { text: "more" } });
      expect((await failure(more)).status).toBe(409);
    });
  });
}

/** Limits of a browser, whatever key is behind the proxy. */
export function browserReach(name: string, make: () => Promise<ApiUnderTest>): void {
  describe(`the session API, ${name}, from a browser`, () => {
    const api = usedApi(make);

    it("does not open another user's session, nor list it", async () => {
      const { client, foreignSessionId: sessionId } = api();
      expect((await failure(client.getSession({ sessionId }))).status).toBe(404);
      const { sessions } = await client.listSessionPage();
      expect(sessions.map((session) => session.id)).not.toContain(sessionId);
    });

    it("lists by page only", async () => {
      const refused = await failure(api().client.listSessions());
      expect(refused).toMatchObject({ status: 400, code: "page_view_required" });
    });

    it("has nothing of the organization", async () => {
      expect((await failure(api().client.accessMe())).status).toBe(404);
      expect((await failure(api().client.listApiKeys("o"))).status).toBe(404);
      expect((await failure(api().client.listWorkspaceKeys())).status).toBe(404);
      expect((await failure(api().client.listMembers("o"))).status).toBe(404);
      expect((await failure(api().client.listWorkspaceMembers())).status).toBe(404);
    });

    it("refuses to end a session for good", async () => {
      const { client } = api();
      const { id: sessionId } = await client.createSession({ initialMessage: "/say hi" });
      const refused = await failure(client.control({ sessionId }, { action: "cancel", clientEventId: "c1" }));
      expect(refused).toMatchObject({ status: 403, code: "control_not_allowed" });
    });
  });
}

/** Makes the way before the tests of a block and closes it behind them. */
function usedApi(make: () => Promise<ApiUnderTest>): () => ApiUnderTest {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await make();
  });
  afterAll(() => api.close());
  return () => api;
}

async function failure(call: Promise<unknown>): Promise<{ status: number; code: string; retryable: boolean }> {
  const settled = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (isServiceError(settled)) return settled as never;
  throw settled ?? new Error("It was not refused.");
}
