import { beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../../../src/store/store.js";
import { eventDraft, sessionRecord, turnRecord } from "../sql-records.js";
import { requestRecord, time, type Contract } from "./fixtures.js";

/** Reads of sessions. */
export function logContract(the: Contract): void {
  const { session, write } = the;

  describe("reading the log", () => {
    let id: string;
    beforeEach(async () => {
      const types = ["a", "b", "a", "c", "b", "a"];
      const events = types.map((type, n) => eventDraft({ type, turnId: n < 3 ? "t1" : "t2" }));
      ({ id } = await session({ events }));
    });
    const read = async (query: Parameters<Store["readEvents"]>[1]) => {
      const { events, hasMore } = await the.store.readEvents(id, query);
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

  describe("a cursor that names its event", () => {
    it.each([
      [{ limit: 2 }, [3, 4]],
      [{ limit: 9 }, [3, 4, 5, 6]],
      [{ limit: 9, includeTypes: ["b"] }, [5]],
      [{ limit: 2, take: "newest" }, [5, 6]],
      [{ limit: 9, before: 4 }, [3]],
    ] as const)("reads %j as without the name when the event is there", async (query, expected) => {
      const { id } = await session({ events: ["a", "b", "a", "c", "b", "a"].map((type) => eventDraft({ type })) });
      const [, second] = (await the.store.readEvents(id, { limit: 2 })).events;
      const named = { ...query, after: 2, afterId: second!.id.slice(0, 8) };
      const page = await the.store.readEvents(id, named);
      expect(page.events.map(({ sequence }) => sequence)).toEqual(expected);
      expect(page).toEqual(await the.store.readEvents(id, { ...query, after: 2 }));
    });

    it("is refused with log_reset when the log was restored: another event is there, or none", async () => {
      const record = sessionRecord({ id: "restored" });
      const kept = [eventDraft(), eventDraft()];
      await the.store.createSession(record, { events: [...kept, eventDraft(), eventDraft()] });
      const before = (await the.store.readEvents("restored", { limit: 9 })).events;
      await the.store.eraseData({ kind: "session", sessionId: "restored" });
      await the.store.createSession(record, { events: kept });
      const at = (event: (typeof before)[number]) => ({
        after: event.sequence,
        afterId: event.id.slice(0, 8),
        limit: 9,
      });
      const reset = { code: "log_reset" };
      for (const filter of [{}, { excludeTypes: ["x"] }]) {
        expect((await the.store.readEvents("restored", { ...at(before[1]!), ...filter })).events).toEqual([]);
        await expect(the.store.readEvents("restored", { ...at(before[2]!), ...filter })).rejects.toMatchObject(reset);
      }
      await the.store.changeSession("restored", {}, () => ({
        change: { events: [eventDraft(), eventDraft(), eventDraft()] },
        result: null,
      }));
      await expect(the.store.readEvents("restored", at(before[3]!))).rejects.toMatchObject(reset);
      expect((await the.store.readEvents("restored", { after: 4, limit: 9 })).events).toHaveLength(1);
      await expect(the.store.readEvents("gone", at(before[1]!))).rejects.toMatchObject(reset);
    });
  });

  describe("lists", () => {
    it("shows sessions of the workspace, newest first, page by page without gap or repeat", async () => {
      const records = [3, 1, 2, 2, 0].map((second) => sessionRecord({ createdAt: time(second) }));
      for (const record of [...records, sessionRecord({ workspaceId: "other" })])
        await the.store.createSession(record, {});
      const all = await the.store.listSessions({ workspaceId: "w", limit: 9 });
      expect(all.map((entry) => entry.createdAt)).toEqual([3, 2, 2, 1, 0].map(time));
      const [first, second] = [all.slice(0, 2), all.slice(2)];
      const behind = { at: first[1]!.createdAt, id: first[1]!.id };
      expect(await the.store.listSessions({ workspaceId: "w", limit: 9, behind })).toEqual(second);
    });

    it("shows sessions by their last change, page by page without gap or repeat", async () => {
      for (const [created, changed] of [
        [0, 9],
        [1, 2],
        [3, 3],
        [2, 9],
      ] as const)
        await the.store.createSession(sessionRecord({ createdAt: time(created), updatedAt: time(changed) }), {});
      const list = { workspaceId: "w", order: "updated", limit: 9 } as const;
      const all = await the.store.listSessions(list);
      expect(all.map((entry) => entry.updatedAt)).toEqual([9, 9, 3, 2].map(time));
      const behind = { at: all[0]!.updatedAt, id: all[0]!.id };
      expect(await the.store.listSessions({ ...list, behind })).toEqual(all.slice(1));
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
      await the.session({}, { id: "p", workspaceId: "other" });
      for (const row of rows) await the.store.createSession(sessionRecord(row), {});
      const found = await the.store.listSessions({ workspaceId: "w", limit: 9, ...query });
      expect(new Set(found.map((entry) => entry.title))).toEqual(new Set(expected));
    });

    it("lists turns in queue order, in creation order, and in start order", async () => {
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
        (await the.store.listTurns(record.id, query)).map((entry) => entry.prompt);
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
      expect(await the.store.listRequests(record.id, { limit: 9 })).toEqual([young, old]);
      expect(await the.store.listRequests(record.id, { status: "pending", limit: 9 })).toEqual([old]);
      expect(await the.store.getRequest((await session()).id, old.id)).toBeNull();
    });
  });
}
