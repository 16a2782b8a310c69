import { describe, expect, it } from "vitest";
import type { GoalFacts } from "../../../src/store/records.js";
import { eventDraft, sessionRecord, turnRecord } from "../sql-records.js";
import { draftRecord, nothingDue, requestRecord, time, workspaceRecord, type Contract } from "./fixtures.js";

/** People's data in a session beside its log, its removal, and queries across workspaces. */
export function keepingContract(the: Contract): void {
  const { session, write } = the;

  describe("drafts", () => {
    const seen = async (sessionId: string, draftOwner?: string) =>
      (await the.store.changeSession(sessionId, { draftOwner }, ({ draft }) => ({ change: null, result: draft })))
        .result;

    it("are kept whole, one for each owner and session", async () => {
      const [one, other] = [await session(), await session()];
      const ana = draftRecord(one.id, { text: "a\0b 💬", annotations: [{ quote: "q" }], sourceTurnId: "t" });
      const ben = draftRecord(one.id, { owner: '["app","ben"]', text: "ben's" });
      await write(one.id, { drafts: [ana, ben] });
      expect(await the.store.getDraft(one.id, "ana")).toEqual(ana);
      expect(await the.store.getDraft(one.id, ben.owner)).toEqual(ben);
      expect(await the.store.getDraft(one.id, "")).toBeNull();
      expect(await the.store.getDraft(other.id, "ana")).toBeNull();
      expect(await the.store.getDraft("nobody", "ana")).toBeNull();
    });

    it("are shown to the decision that asks for an owner's, and to no other", async () => {
      const { id } = await session();
      const draft = draftRecord(id);
      await write(id, { drafts: [draft] });
      expect([await seen(id, "ana"), await seen(id, "ben"), await seen(id)]).toEqual([draft, null, null]);
    });

    it("are replaced by owner, in one write with the rest of the change", async () => {
      const { id } = await session({ events: [eventDraft({ clientEventId: "c" })] });
      await write(id, { drafts: [draftRecord(id)] });
      const next = draftRecord(id, { revision: 2, text: "" });
      const refused = write(id, { drafts: [next], events: [eventDraft({ clientEventId: "c" })] });
      await expect(refused).rejects.toThrow(/./);
      expect((await the.store.getDraft(id, "ana"))?.revision).toBe(1);
      await write(id, { drafts: [next] });
      expect(await the.store.getDraft(id, "ana")).toEqual(next);
    });

    it("write nothing to the log", async () => {
      const { id } = await session();
      expect((await write(id, { drafts: [draftRecord(id)] })).events).toEqual([]);
      expect((await the.store.getSession(id))?.lastSequence).toBe(0);
    });
  });

  describe("a goal", () => {
    const goal: GoalFacts = {
      id: "g",
      status: "active",
      text: "Plan the trip",
      successCriteria: null,
      rootConstraints: [{ a: 1 }],
      evidence: null,
      rationale: null,
      pausedReason: null,
      createdBy: "api",
      version: 1,
      objectiveRevision: 1,
      mutationPolicy: "review_changes",
      maxAutoContinuations: null,
      createdAt: time(0),
      updatedAt: time(0),
    };

    it("is kept with its session, and taken away again", async () => {
      const record = await session({ session: { goal } }, { settings: { model: "m" }, initialMessage: "hello" });
      await write(record.id, { session: { title: "T" } });
      const kept = { goal, title: "T", settings: { model: "m" }, initialMessage: "hello" };
      expect(await the.store.getSession(record.id)).toMatchObject(kept);
      await write(record.id, { session: { goal: null, goalRevision: 1 } });
      expect(await the.store.getSession(record.id)).toMatchObject({ ...kept, goal: null, goalRevision: 1 });
    });
  });

  describe("removing a session", () => {
    it("takes everything that hangs on it, and frees its id and key", async () => {
      const record = sessionRecord({ createIdempotencyKey: "k", wakeAt: time(1) });
      const [turn, request] = [turnRecord(record.id), requestRecord(record.id)];
      const change = { events: [eventDraft({ clientEventId: "c" })], turns: [turn], requests: [request] };
      await the.store.createSession(record, { ...change, drafts: [draftRecord(record.id)] });
      const { counts } = await the.store.eraseData({ kind: "session", sessionId: record.id });
      expect(counts).toEqual({ sessions: 1, events: 1, turns: 1, requests: 1, composerDrafts: 1 });
      expect(await the.store.getSession(record.id)).toBeNull();
      expect(await the.store.getTurn(record.id, turn.id)).toBeNull();
      expect(await the.store.getRequest(record.id, request.id)).toBeNull();
      expect(await the.store.getDraft(record.id, "ana")).toBeNull();
      expect((await the.store.readEvents(record.id, { limit: 9 })).events).toEqual([]);
      expect(await the.store.nextDue()).toEqual(nothingDue);
      const again = await the.store.createSession(record, { events: [eventDraft({ clientEventId: "c" })] });
      expect(again).toMatchObject({ created: true, session: { lastSequence: 1 } });
    });

    it("refuses the writes of its former worker, and affects no other session", async () => {
      const gone = await session({}, { runnable: true });
      const kept = await session({ events: [eventDraft()] });
      const claimed = await the.claim(0);
      await the.store.eraseData({ kind: "session", sessionId: gone.id });
      const late = the.store.appendEvents(gone.id, claimed!.lease, [eventDraft()]);
      await expect(late).rejects.toMatchObject({ code: "session_missing" });
      expect(await the.sequences(kept.id)).toEqual([1]);
    });

    it("refuses them also when it was created again and another worker has its lease", async () => {
      const record = await session({}, { runnable: true });
      const before = await the.claim(0);
      await the.store.eraseData({ kind: "session", sessionId: record.id });
      await the.store.createSession(record, {});
      const { claimed: next } = await the.store.claimSession({ owner: "another", now: time(0), expiresAt: time(9) });
      expect(next?.session.id).toBe(record.id);
      const late = the.store.appendEvents(record.id, before!.lease, [eventDraft()]);
      await expect(late).rejects.toMatchObject({ code: "lease_lost" });
      await expect(the.write(record.id, {}, before!.lease)).rejects.toMatchObject({ code: "lease_lost" });
      expect(await the.store.renewLease(before!.lease, time(50))).toBe(false);
    });

    it("notifies watchers of its log, and reports when there was none", async () => {
      const { id } = await session();
      const told = new Promise<void>((resolve) => void the.store.watchSession(id, () => resolve()));
      await the.store.eraseData({ kind: "session", sessionId: id });
      await expect(told).resolves.toBeUndefined();
      expect(await the.store.eraseData({ kind: "session", sessionId: id })).toEqual({ counts: {}, fileIds: [] });
    });
  });

  describe("lists over workspaces", () => {
    it.each([
      [{ organizationId: "o" }, ["a", "b", "c"]],
      [{ organizationId: "other" }, ["d"]],
      [{ organizationId: "o", workspaceId: "w2" }, ["b"]],
      [{ organizationId: "o", withArchived: true }, ["a", "b", "c", "e"]],
      [{ organizationId: "o", withArchived: true, archivedOnly: true }, ["e"]],
      [{ rootSessionId: "root" }, ["b", "c"]],
      [{ rootSessionId: "root", status: "idle" }, ["c"]],
      [{ workspaceId: "w", status: "failed" }, []],
      [{ organizationId: "o", isPinned: true }, ["a"]],
      [{ organizationId: "o", isPinned: false }, ["b", "c"]],
      [{ organizationId: "o", isPinned: true, withArchived: true }, ["a", "e"]],
    ] as const)("shows by %j", async (query, expected) => {
      const rows = [
        { title: "a", pinnedAt: time(2) },
        { title: "b", workspaceId: "w2", rootSessionId: "root" },
        { title: "c", rootSessionId: "root", status: "queued" },
        { title: "d", organizationId: "other" },
        { title: "e", archivedAt: time(1), pinnedAt: time(1) },
      ];
      for (const row of rows) {
        const made = await session({}, row);
        if (row.title === "c") await write(made.id, { session: { status: "idle" } });
      }
      const found = await the.store.listSessions({ limit: 9, ...query });
      expect(new Set(found.map((entry) => entry.title))).toEqual(new Set(expected));
    });

    it("shows workspaces page by page without gap or repeat", async () => {
      const records = [2, 1, 1, 0].map((second, n) =>
        workspaceRecord({ externalId: `n${n}`, createdAt: time(second) }),
      );
      for (const record of records) await the.store.ensureWorkspace(record);
      await the.store.ensureWorkspace(workspaceRecord({ organizationId: "other" }));
      const all = await the.store.listWorkspaces("o");
      expect(all.map((entry) => entry.createdAt)).toEqual([0, 1, 1, 2].map(time));
      const first = await the.store.listWorkspaces("o", { limit: 2 });
      expect(first).toEqual(all.slice(0, 2));
      expect(await the.store.listWorkspaces("o", { limit: 9, behind: first[1] })).toEqual(all.slice(2));
    });
  });
}
