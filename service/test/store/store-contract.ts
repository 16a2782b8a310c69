// budget: one suite that every store runs whole; its parts share how a store is made and written to.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiKeyRecord, RequestRecord, WorkspaceRecord } from "../../src/store/records.js";
import type { Change, Lease, Store } from "../../src/store/store.js";
import { eventDraft, sessionRecord, turnRecord } from "./sql-records.js";

const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, "0")}.000Z`;

function keyRecord(fields: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    name: "key",
    description: null,
    hash: randomUUID(),
    prefix: "svk_0123456789",
    access: "full",
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

function workspaceRecord(fields: Partial<WorkspaceRecord> = {}): WorkspaceRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    kind: "shared",
    name: "acme",
    slug: null,
    externalSource: "app",
    externalId: "acme",
    agentInstructions: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

function requestRecord(sessionId: string, fields: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id: randomUUID(),
    sessionId,
    turnId: "t",
    toolCallId: null,
    status: "pending",
    questions: [],
    allowSkip: false,
    response: null,
    respondedBy: null,
    respondedAt: null,
    expiresAt: null,
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

/** What every store holds to; see the `Store` interface for the words. */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} keeps the store contract`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await makeStore();
    });
    afterEach(() => store.close());

    const session = async (change: Change = {}, fields: Parameters<typeof sessionRecord>[0] = {}) => {
      const record = sessionRecord({ runnable: false, ...fields });
      await store.createSession(record, change);
      return record;
    };
    const claim = (second: number, until = second + 30) =>
      store.claimSession({ owner: "w", now: time(second), expiresAt: time(until) });
    const write = (sessionId: string, change: Change, lease?: Lease) =>
      store.changeSession(sessionId, { lease }, () => ({ change, result: null }));
    const sequences = async (sessionId: string) =>
      (await store.readEvents(sessionId, { limit: 1_000 })).events.map((event) => event.sequence);

    describe("keys and workspaces", () => {
      it("finds a key by its hash, whatever became of it", async () => {
        const key = keyRecord();
        await store.createApiKey(key);
        await store.updateApiKey("o", key.id, { revokedAt: time(1), updatedAt: time(1) });
        expect(await store.findApiKey(key.hash)).toEqual({ ...key, revokedAt: time(1), updatedAt: time(1) });
        expect(await store.findApiKey("another")).toBeNull();
      });

      it("lists an organization's own keys, newest first, and changes none of another", async () => {
        const keys = [keyRecord(), keyRecord({ createdAt: time(2) }), keyRecord({ organizationId: "other" })] as const;
        for (const key of keys) await store.createApiKey(key);
        expect((await store.listApiKeys("o")).map((key) => key.id)).toEqual([keys[1].id, keys[0].id]);
        expect(await store.updateApiKey("o", keys[2].id, { revokedAt: time(1) })).toBeNull();
      });

      it("makes one workspace of one name, whoever asks first", async () => {
        const records = Array.from({ length: 5 }, (_, n) => workspaceRecord({ name: `n${n}` }));
        const answers = await Promise.all(records.map((record) => store.ensureWorkspace(record)));
        expect(answers.filter((answer) => answer.created)).toHaveLength(1);
        expect(new Set(answers.map((answer) => answer.workspace.id)).size).toBe(1);
      });

      it("tells workspaces of two organizations and two sources apart", async () => {
        const records = [{}, { organizationId: "other" }, { externalSource: "b" }].map((part) => workspaceRecord(part));
        for (const record of records) expect((await store.ensureWorkspace(record)).created).toBe(true);
        expect(await store.findWorkspace("o", "app", "acme")).toEqual(records[0]);
        expect(await store.findWorkspace("o", "app", "none")).toBeNull();
        const listed = (await store.listWorkspaces("o")).map((entry) => entry.id);
        expect(new Set(listed)).toEqual(new Set([records[0]?.id, records[2]?.id]));
      });
    });

    describe("creating a session", () => {
      it("writes the record, its turn and its first events together", async () => {
        const record = sessionRecord();
        const turn = turnRecord(record.id);
        const drafts = [eventDraft({ type: "user.message", clientEventId: "c1" }), eventDraft({ type: "turn.queued" })];
        const made = await store.createSession(record, { events: drafts, turns: [turn], session: { title: "T" } });
        expect(made).toMatchObject({ created: true, session: { title: "T", lastSequence: 2 } });
        expect(made.events.map(({ id, sequence }) => [id, sequence])).toEqual(drafts.map(({ id }, n) => [id, n + 1]));
        expect(await store.getSession(record.id)).toEqual(made.session);
        expect(await store.getTurn(record.id, turn.id)).toEqual(turn);
        expect(await sequences(record.id)).toEqual([1, 2]);
      });

      it("gives the first one back for a repeated key or id, untouched", async () => {
        const first = sessionRecord({ createIdempotencyKey: "k" });
        await store.createSession(first, { events: [eventDraft()] });
        for (const again of [sessionRecord({ createIdempotencyKey: "k" }), sessionRecord({ id: first.id })]) {
          const made = await store.createSession(again, { events: [eventDraft()] });
          expect(made).toMatchObject({ created: false, events: [], session: { id: first.id, lastSequence: 1 } });
        }
      });

      it("makes one session of two that come at once with one key", async () => {
        const records = Array.from({ length: 5 }, () => sessionRecord({ createIdempotencyKey: "k" }));
        const made = await Promise.all(
          records.map((record) => store.createSession(record, { events: [eventDraft()] })),
        );
        expect(made.filter((answer) => answer.created)).toHaveLength(1);
        expect(new Set(made.map((answer) => answer.session.id)).size).toBe(1);
      });

      it("takes the same key in another workspace", async () => {
        await session({}, { createIdempotencyKey: "k" });
        const other = sessionRecord({ createIdempotencyKey: "k", workspaceId: "other" });
        expect((await store.createSession(other, {})).created).toBe(true);
      });
    });

    describe("changing a session", () => {
      it("gives events the next sequences in order", async () => {
        const { id } = await session({ events: [eventDraft()] });
        const drafts = [eventDraft(), eventDraft(), eventDraft()];
        const { events, session: after } = await write(id, { events: drafts });
        expect(events.map((event) => [event.id, event.sequence])).toEqual(
          drafts.map(({ id: eventId }, n) => [eventId, n + 2]),
        );
        expect(after.lastSequence).toBe(4);
      });

      it("keeps the log contiguous under many writers at once", async () => {
        const { id } = await session();
        const writers = Array.from({ length: 30 }, (_, n) =>
          write(id, { events: Array.from({ length: (n % 3) + 1 }, () => eventDraft()) }),
        );
        await Promise.all(writers);
        expect(await sequences(id)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
      });

      it("shows the decision the open turns by position and the pending requests, oldest first", async () => {
        const record = sessionRecord();
        const turns = [turnRecord(record.id, { position: 5 }), turnRecord(record.id, { position: -1 })];
        const over = turnRecord(record.id, { status: "completed", position: 0 });
        const requests = [2, 1].map((second) => requestRecord(record.id, { createdAt: time(second) }));
        const settled = requestRecord(record.id, { status: "answered" });
        await store.createSession(record, { turns: [...turns, over], requests: [...requests, settled] });
        const { result } = await store.changeSession(record.id, {}, (state) => ({ change: null, result: state }));
        expect(result.openTurns).toEqual(turns.toReversed());
        expect(result.pendingRequests).toEqual(requests.toReversed());
        expect(result.prior).toBeNull();
      });

      it("shows the event that carries the asked id, of this session only", async () => {
        const mine = await session({ events: [eventDraft({ clientEventId: "c" })] });
        const other = await session();
        const prior = async (id: string) =>
          (await store.changeSession(id, { clientEventId: "c" }, (state) => ({ change: null, result: state.prior })))
            .result;
        expect(await prior(mine.id)).toMatchObject({ sequence: 1, clientEventId: "c" });
        expect(await prior(other.id)).toBeNull();
      });

      it("writes nothing when the decision throws, and gives its error out", async () => {
        const { id } = await session({ events: [eventDraft()] });
        const fault = new Error("no");
        const changed = store.changeSession(id, {}, () => {
          throw fault;
        });
        await expect(changed).rejects.toBe(fault);
        expect(await sequences(id)).toEqual([1]);
      });

      it("writes nothing of a change whose clientEventId is taken", async () => {
        const { id } = await session({ events: [eventDraft({ clientEventId: "c" })] });
        await expect(write(id, { events: [eventDraft(), eventDraft({ clientEventId: "c" })] })).rejects.toThrow(/./);
        expect(await sequences(id)).toEqual([1]);
        expect((await write(id, { events: [eventDraft()] })).events[0]?.sequence).toBe(2);
      });

      it("puts turns and requests whole by their id", async () => {
        const record = await session();
        const turn = turnRecord(record.id, { metadata: { a: 1 }, modelContext: "m" });
        const request = requestRecord(record.id, { questions: [{ id: "q", kind: "text", prompt: "?" }] });
        await write(record.id, { turns: [turn], requests: [request] });
        const moved = { ...turn, status: "cancelled", metadata: {}, finishedAt: time(3), version: 2 } as const;
        const answered = {
          ...request,
          status: "skipped",
          response: { outcome: "skipped" },
          respondedBy: { id: "u" },
        } as const;
        await write(record.id, { turns: [moved], requests: [answered] });
        expect(await store.getTurn(record.id, turn.id)).toEqual(moved);
        expect(await store.getRequest(record.id, request.id)).toEqual(answered);
      });

      it("says so when there is no such session", async () => {
        await expect(write("nobody", {})).rejects.toMatchObject({ code: "session_missing" });
        expect(await store.getSession("nobody")).toBeNull();
        expect(await store.readEvents("nobody", { limit: 1 })).toEqual({ events: [], hasMore: false });
      });

      it.each([
        ["a NUL", "a\0b"],
        ["half a pair", "\ud83d"],
        ["an emoji", "👩‍👩‍👧"],
        ["deep", { a: [{ b: null }], n: 1e21 }],
      ])("keeps a payload with %s as JSON has it", async (_, value) => {
        const { id } = await session({ events: [eventDraft({ payload: { value, gone: undefined } })] });
        expect((await store.readEvents(id, { limit: 1 })).events[0]?.payload).toEqual({ value });
      });
    });

    describe("reading the log", () => {
      let id: string;
      beforeEach(async () => {
        const types = ["a", "b", "a", "c", "b", "a"];
        const events = types.map((type, n) => eventDraft({ type, turnId: n < 3 ? "t1" : "t2" }));
        ({ id } = await session({ events }));
      });
      const read = async (query: Parameters<Store["readEvents"]>[1]) => {
        const { events, hasMore } = await store.readEvents(id, query);
        return [events.map((event) => event.sequence), hasMore];
      };

      it.each([
        [{ limit: 3 }, [1, 2, 3], true],
        [{ limit: 6 }, [1, 2, 3, 4, 5, 6], false],
        [{ after: 2, limit: 2 }, [3, 4], true],
        [{ after: 4, limit: 9 }, [5, 6], false],
        [{ after: 6, limit: 9 }, [], false],
        [{ after: 99, limit: 9 }, [], false],
        [{ before: 4, limit: 9 }, [1, 2, 3], false],
        [{ after: 1, before: 4, limit: 9 }, [2, 3], false],
        [{ take: "newest", limit: 2 }, [5, 6], true],
        [{ take: "newest", before: 5, limit: 2 }, [3, 4], true],
        [{ take: "newest", before: 3, limit: 9 }, [1, 2], false],
        [{ take: "newest", before: 99, limit: 1 }, [6], true],
        [{ includeTypes: ["a"], limit: 2 }, [1, 3], true],
        [{ includeTypes: ["a"], limit: 3 }, [1, 3, 6], false],
        [{ includeTypes: [], limit: 3 }, [], false],
        [{ excludeTypes: ["a"], limit: 9 }, [2, 4, 5], false],
        [{ includeTypes: ["a", "b"], excludeTypes: ["a"], limit: 9 }, [2, 5], false],
        [{ take: "newest", includeTypes: ["b"], limit: 1 }, [5], true],
        [{ turnId: "t1", limit: 9 }, [1, 2, 3], false],
        [{ turnId: "t1", take: "newest", excludeTypes: ["b"], limit: 9 }, [1, 3], false],
      ] as const)("answers %j with %j", async (query, expected, hasMore) => {
        expect(await read(query)).toEqual([expected, hasMore]);
      });
    });

    describe("lists", () => {
      it("shows sessions of the workspace, newest first, page by page without gap or repeat", async () => {
        const records = [3, 1, 2, 2, 0].map((second) => sessionRecord({ createdAt: time(second) }));
        for (const record of [...records, sessionRecord({ workspaceId: "other" })])
          await store.createSession(record, {});
        const all = await store.listSessions({ workspaceId: "w", limit: 9 });
        expect(all.map((entry) => entry.createdAt)).toEqual([3, 2, 2, 1, 0].map(time));
        const [first, second] = [all.slice(0, 2), all.slice(2)];
        expect(await store.listSessions({ workspaceId: "w", limit: 9, behind: first[1] })).toEqual(second);
      });

      it.each([
        [{ search: "TRAVEL" }, ["a", "b"]],
        [{ search: "100%" }, ["c"]],
        [{ search: "_" }, []],
        [{ archivedOnly: true }, ["d"]],
        [{ parentSessionId: null }, ["a", "b"]],
        [{ parentSessionId: "p" }, ["c"]],
        [{ endUser: { source: "app", id: "u" } }, ["b"]],
        [{ endUser: { source: "other", id: "u" } }, []],
        [{ createdByKind: "subject" }, ["c"]],
        [{ createdBySubjectId: "k" }, ["a", "b", "c"]],
      ] as const)("filters sessions by %j", async (query, expected) => {
        const rows = [
          { title: "a", initialMessage: "Travel" },
          { title: "b", initialMessage: "plans for travelling", endUser: { source: "app", id: "u" } },
          {
            title: "c",
            initialMessage: "100% sure",
            parentSessionId: "p",
            createdBy: { kind: "subject", subjectId: "k" },
          },
          { title: "d", initialMessage: "old", archivedAt: time(1) },
        ] as const;
        for (const row of rows) await store.createSession(sessionRecord(row), {});
        const found = await store.listSessions({ workspaceId: "w", limit: 9, ...query });
        expect(new Set(found.map((entry) => entry.title))).toEqual(new Set(expected));
      });

      it("lists turns as the queue runs, as they came, and as they started", async () => {
        const record = await session();
        const turn = (prompt: string, position: number, started: number | null) =>
          turnRecord(record.id, {
            prompt,
            position,
            createdAt: time(10 - position),
            startedAt: started === null ? null : time(started),
            status: started === null ? "queued" : "completed",
          });
        await write(record.id, { turns: [turn("x", 2, null), turn("y", 1, 7), turn("z", -3, 5)] });
        const prompts = async (query: Parameters<Store["listTurns"]>[1]) =>
          (await store.listTurns(record.id, query)).map((entry) => entry.prompt);
        expect(await prompts({ order: "position", limit: 9 })).toEqual(["z", "y", "x"]);
        expect(await prompts({ order: "newest", limit: 2 })).toEqual(["z", "y"]);
        expect(await prompts({ order: "started", limit: 9 })).toEqual(["y", "z"]);
        expect(await prompts({ order: "position", statuses: ["queued"], limit: 9 })).toEqual(["x"]);
      });

      it("lists requests newest first, by status, of this session only", async () => {
        const record = await session();
        const [old, young] = [
          requestRecord(record.id),
          requestRecord(record.id, { createdAt: time(1), status: "expired" }),
        ];
        await write(record.id, { requests: [old, young] });
        expect(await store.listRequests(record.id, { limit: 9 })).toEqual([young, old]);
        expect(await store.listRequests(record.id, { status: "pending", limit: 9 })).toEqual([old]);
        expect(await store.getRequest((await session()).id, old.id)).toBeNull();
      });
    });

    describe("leases", () => {
      it("gives one worker a session, and another only when the time is over", async () => {
        const { id } = await session({}, { runnable: true });
        const first = await claim(0, 30);
        expect(first?.session.id).toBe(id);
        expect(await claim(29)).toBeNull();
        const second = await claim(30, 59);
        expect(second?.lease.fence).toBeGreaterThan(first?.lease.fence ?? Infinity);
      });

      it("never gives two workers the same session", async () => {
        for (let n = 0; n < 3; n += 1) await session({}, { runnable: true });
        const claims = await Promise.all(Array.from({ length: 6 }, () => claim(0)));
        const ids = claims.flatMap((entry) => entry?.session.id ?? []);
        expect(ids).toHaveLength(3);
        expect(new Set(ids).size).toBe(3);
      });

      it("leaves alone what is not runnable, and takes what waited longest first", async () => {
        await session({}, { runnable: false });
        await session({}, { runnable: true, updatedAt: time(5) });
        const old = await session({}, { runnable: true, updatedAt: time(4) });
        expect((await claim(10))?.session.id).toBe(old.id);
      });

      it("refuses every write of a worker that lost its lease, before it decides", async () => {
        const { id } = await session({}, { runnable: true });
        const lost = (await claim(0, 1))?.lease as Lease;
        await claim(2);
        let hasDecided = false;
        const changed = store.changeSession(id, { lease: lost }, () => {
          hasDecided = true;
          return { change: { events: [eventDraft()] }, result: null };
        });
        await expect(changed).rejects.toMatchObject({ code: "lease_lost" });
        await expect(store.appendEvents(id, lost, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
        expect(await store.renewLease(lost, time(50))).toBe(false);
        expect(hasDecided).toBe(false);
        expect(await sequences(id)).toEqual([]);
      });

      it("lets its worker write after the time is over, as long as nobody took it", async () => {
        const { id } = await session({}, { runnable: true });
        const { lease } = (await claim(0, 1)) as { lease: Lease };
        await store.appendEvents(id, lease, [eventDraft(), eventDraft()]);
        await write(id, { events: [eventDraft()] }, lease);
        expect(await sequences(id)).toEqual([1, 2, 3]);
      });

      it("lets others write without a lease while a worker holds it", async () => {
        const { id } = await session({}, { runnable: true });
        const { lease } = (await claim(0)) as { lease: Lease };
        await write(id, { events: [eventDraft()] });
        await store.appendEvents(id, lease, [eventDraft()]);
        expect(await sequences(id)).toEqual([1, 2]);
      });

      it("ends a lease with a change, for good", async () => {
        const { id } = await session({}, { runnable: true });
        const { lease } = (await claim(0)) as { lease: Lease };
        await write(id, { endLease: true });
        await expect(store.appendEvents(id, lease, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
        const next = await claim(0);
        expect(next?.lease.fence).not.toBe(lease.fence);
        await expect(store.appendEvents(id, lease, [eventDraft()])).rejects.toMatchObject({ code: "lease_lost" });
      });

      it("renews and gives back a lease that is held", async () => {
        await session({}, { runnable: true });
        const { lease } = (await claim(0, 10)) as { lease: Lease };
        expect(await store.renewLease(lease, time(40))).toBe(true);
        expect(await claim(20)).toBeNull();
        await store.releaseLease(lease);
        expect(await claim(20)).not.toBeNull();
      });

      it("tells what is due, and when the next thing is", async () => {
        expect(await store.nextDue()).toBeNull();
        const late = await session({}, { wakeAt: time(20) });
        const soon = await session({}, { wakeAt: time(10) });
        await session({}, { runnable: true });
        expect(await store.nextDue()).toBe(time(10));
        await claim(0, 5);
        expect(await store.nextDue()).toBe(time(5));
        expect(await store.listDueSessions(time(9), 9)).toEqual([]);
        const due = async (second: number) => (await store.listDueSessions(time(second), 9)).map((entry) => entry.id);
        expect(await due(10)).toEqual([soon.id]);
        expect(await due(20)).toEqual([soon.id, late.id]);
      });
    });

    describe("hints", () => {
      const hinted = (watch: (listener: () => void) => () => void) => {
        let end = (): void => undefined;
        const promise = new Promise<void>((resolve) => {
          end = watch(resolve);
        });
        return { promise, end };
      };

      it("hints at what was appended to a session, by a change and under a lease", async () => {
        const { id } = await session({}, { runnable: true });
        const { lease } = (await claim(0)) as { lease: Lease };
        const writes = [
          () => write(id, { events: [eventDraft()] }),
          () => store.appendEvents(id, lease, [eventDraft()]),
        ];
        for (const act of writes) {
          const { promise, end } = hinted((listener) => store.watchSession(id, listener));
          await act();
          await expect(promise).resolves.toBeUndefined();
          end();
        }
      });

      it("hints at work when a session changes or is made", async () => {
        const made = hinted((listener) => store.watchWork(listener));
        const { id } = await session();
        await expect(made.promise).resolves.toBeUndefined();
        const changed = hinted((listener) => store.watchWork(listener));
        await write(id, { session: { runnable: true } });
        await expect(changed.promise).resolves.toBeUndefined();
      });

      it("hints at no other session, and no more when ended", async () => {
        const [mine, other] = [await session(), await session()];
        let hints = 0;
        const end = store.watchSession(mine.id, () => (hints += 1));
        const { promise } = hinted((listener) => store.watchSession(other.id, listener));
        await write(other.id, { events: [eventDraft()] });
        await promise;
        expect(hints).toBe(0);
        end();
        const again = hinted((listener) => store.watchSession(mine.id, listener));
        await write(mine.id, { events: [eventDraft()] });
        await again.promise;
        expect(hints).toBe(0);
      });
    });

    it("refuses calls after it was closed, and closes twice", async () => {
      await store.close();
      await store.close();
      await expect(store.getSession("s")).rejects.toThrow(/./);
    });
  });
}
