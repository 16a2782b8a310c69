import { describe, expect, it } from "vitest";
import type { Admit } from "../../../src/store/usage.js";
import type { FileRecord } from "../../../src/files/file-record.js";
import { oneOfEach } from "../one-of-each.js";
import { eventDraft } from "../sql-records.js";
import { time, workspaceRecord, type Contract } from "./fixtures.js";

const ana = { source: "app", id: "ana" };
const ben = { source: "app", id: "ben" };
const month = "2026-01";
const inJanuary = { workspaceId: "w", month };

const message = (clientEventId: string | null = null) =>
  eventDraft({ type: "turn.queued", payload: {}, clientEventId });
const usage = (inputTokens: unknown, outputTokens: unknown) =>
  eventDraft({ type: "agent.model.usage", payload: { inputTokens, outputTokens } });

export function usageContract(the: Contract): void {
  const counts = async (endUser: typeof ana | null = null, when = month) => {
    const { messages, inputTokens, outputTokens } = await the.store.getUsage({
      workspaceId: "w",
      endUser,
      month: when,
    });
    return [messages, inputTokens, outputTokens];
  };

  describe("usage", () => {
    it("counts messages and tokens of a workspace and of each person, by the month of the event", async () => {
      const first = await the.session({ events: [message()] }, { endUser: ana });
      const second = await the.session({ events: [message()] }, { endUser: ben });
      const third = await the.session({ events: [message()] });
      await the.write(first.id, { events: [usage(7, 3), eventDraft(), message()] });
      await the.write(second.id, { events: [usage(1, null), usage(-4, "9")] });
      await the.write(third.id, { events: [{ ...message(), occurredAt: "2026-02-01T00:00:00.000Z" }] });
      await the.session({ events: [message()] }, { workspaceId: "another", endUser: ana });
      expect([await counts(ana), await counts(ben)]).toEqual([
        [2, 7, 3],
        [1, 1, 0],
      ]);
      expect([await counts(), await counts(null, "2026-02"), await counts(ana, "2026-02")]).toEqual([
        [4, 8, 3],
        [1, 0, 0],
        [0, 0, 0],
      ]);
    });

    it("counts what a worker appends under its lease", async () => {
      const { id } = await the.session({}, { runnable: true, endUser: ana });
      const claimed = await the.claim(1);
      await the.store.appendEvents(id, claimed!.lease, [usage(5, 6)]);
      expect([await counts(), await counts(ana)]).toEqual([
        [0, 5, 6],
        [0, 5, 6],
      ]);
    });

    it("counts nothing of a write that fails", async () => {
      const { id } = await the.session({ events: [message("once")] }, { endUser: ana });
      await expect(the.write(id, { events: [message("once")] })).rejects.toThrow(/./);
      const fails = the.store.changeSession(id, {}, () => {
        throw new Error("refused");
      });
      await expect(fails).rejects.toThrow("refused");
      await the.store.createSession({ ...(await the.store.getSession(id))!, lastSequence: 0 }, { events: [message()] });
      expect(await counts()).toEqual([1, 0, 0]);
    });

    it("loses no count of writers at once, in sessions of one person and of several", async () => {
      const people = [ana, ben, null];
      const sessions = await Promise.all(
        people.flatMap((endUser) => [the.session({}, { endUser }), the.session({}, { endUser })]),
      );
      await Promise.all(
        Array.from({ length: 60 }, (_, at) => the.write(sessions[at % 6]!.id, { events: [message(), usage(at, 1)] })),
      );
      expect([await counts(), await counts(ana), await counts(ben)]).toEqual([
        [60, 1_770, 60],
        [20, 550, 20],
        [20, 590, 20],
      ]);
    });

    it("asks for admission with the usage that the change brings about, and writes nothing without it", async () => {
      await the.store.ensureWorkspace(workspaceRecord({ id: "w", quotas: { person: { messages: 4 } } }));
      const { id } = await the.session({ events: [message()] }, { endUser: ana });
      const asked: unknown[] = [];
      await the.write(id, { events: [message()], admit: (counted) => void asked.push(counted) });
      const two = { messages: 2, inputTokens: 0, outputTokens: 0 };
      expect(asked).toMatchObject([{ month, workspace: two, person: two, quotas: { person: { messages: 4 } } }]);
      const admit: Admit = () => {
        throw new Error("over");
      };
      await expect(the.write(id, { events: [message(), eventDraft()], admit })).rejects.toThrow("over");
      expect([await counts(), await the.sequences(id)]).toEqual([
        [2, 0, 0],
        [1, 2],
      ]);
      await the.write(id, { events: [eventDraft()], admit });
      expect(await the.sequences(id)).toEqual([1, 2, 3]);
    });

    it("admits no message more than a limit has, of many at once", async () => {
      const sessions = await Promise.all(Array.from({ length: 4 }, () => the.session({}, { endUser: ana })));
      const admit: Admit = ({ person }) => {
        if ((person?.messages ?? 0) > 5) throw new Error("over");
      };
      const tries = Array.from({ length: 16 }, (_, at) =>
        the.write(sessions[at % 4]!.id, { events: [message()], admit }),
      );
      const settled = await Promise.allSettled(tries);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
      expect(await counts()).toEqual([5, 0, 0]);
    });

    it("lists the people of a month page by page, and drops old months", async () => {
      const people = ["a", "b", "c"].map((id) => ({ source: "app", id }));
      for (const endUser of people) await the.session({ events: [message()] }, { endUser });
      const old = { ...message(), occurredAt: "2025-12-31T23:59:59.999Z" };
      await the.session({ events: [old] }, { endUser: ana });
      await the.session({ events: [old] }, { workspaceId: "another" });
      const page = await the.store.listUsage({ ...inJanuary, limit: 2 });
      expect(page).toEqual(
        people.slice(0, 2).map((endUser) => ({ ...inJanuary, endUser, messages: 1, inputTokens: 0, outputTokens: 0 })),
      );
      const next = await the.store.listUsage({ ...inJanuary, limit: 2, behind: people[1] });
      expect(next.map(({ endUser }) => endUser?.id)).toEqual(["c"]);
      expect(await the.store.dropUsage({ workspaceId: "w", before: month })).toBe(2);
      expect(await the.store.dropUsage({ before: "2025-12" })).toBe(0);
      expect(await the.store.dropUsage({ before: month })).toBe(1);
      expect([await counts(), await counts(null, "2025-12")]).toEqual([
        [3, 0, 0],
        [0, 0, 0],
      ]);
    });

    it("erases the counts of a person, and keeps those of the workspace", async () => {
      await the.session({ events: [message()] }, { endUser: ana });
      await the.session({ events: [message()] }, { endUser: ben });
      const { counts: erased } = await the.store.eraseData({ kind: "person", workspaceId: "w", endUser: ana });
      expect(erased).toMatchObject({ usageCounts: 1 });
      expect([await counts(), await counts(ana), await counts(ben)]).toEqual([
        [2, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
      ]);
      await the.store.eraseData({ kind: "workspace", workspaceId: "w" });
      expect(await counts()).toEqual([0, 0, 0]);
    });

    it("erases people and a workspace while others write to it", async () => {
      const sessions = await Promise.all([ana, ben, null].map((endUser) => the.session({}, { endUser })));
      const writes = Array.from({ length: 30 }, (_, at) =>
        the.write(sessions[at % 3]!.id, { events: [message()] }).catch(() => null),
      );
      await the.store.eraseData({ kind: "person", workspaceId: "w", endUser: ana });
      await the.store.eraseData({ kind: "workspace", workspaceId: "w" });
      await Promise.all(writes);
      await the.store.eraseData({ kind: "workspace", workspaceId: "w" });
      expect([await counts(), await counts(ana), await counts(ben)]).toEqual(
        Array.from({ length: 3 }, () => [0, 0, 0]),
      );
    });
  });

  describe("stored bytes", () => {
    const file = (id: string, fields: Partial<FileRecord> = {}): FileRecord => ({
      ...oneOfEach({ prefix: id, mark: id, workspaceId: "w", endUser: ana }).files,
      sizeBytes: 100,
      ...fields,
    });
    const stored = async (endUser: typeof ana | null) =>
      (await the.store.getUsage({ ...inJanuary, endUser })).storedBytes;

    it("are those of files that are completed or may be, of a workspace and of each person", async () => {
      await the.store.createFile(file("one"));
      await the.store.createFile(file("two", { status: "pending", sizeBytes: 20, expiresAt: time(9) }));
      await the.store.createFile(file("three", { endUser: ben, sizeBytes: 3 }));
      await the.store.createFile(file("four", { workspaceId: "another" }));
      expect([await stored(null), await stored(ana), await stored(ben)]).toEqual([123, 120, 3]);
      await the.store.changeFile("two-file", () => ({ status: "expired" }));
      expect([await stored(null), await stored(ana)]).toEqual([103, 100]);
      await the.store.eraseData({ kind: "file", fileId: "one-file" });
      await the.store.deleteFile("three-file");
      expect([await stored(null), await stored(ana), await stored(ben)]).toEqual([0, 0, 0]);
    });

    it("admit no file more than a limit has room for, of many at once", async () => {
      await the.store.ensureWorkspace(workspaceRecord({ id: "w", quotas: { workspace: { storedBytes: 250 } } }));
      const tries = Array.from({ length: 8 }, (_, at) =>
        the.store.createFile(file(`n${at}`), (quotas) => ({ workspace, person }) => {
          expect(person).toBe(workspace);
          if (workspace > (quotas?.workspace?.storedBytes ?? 0)) throw new Error("full");
        }),
      );
      const settled = await Promise.allSettled(tries);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
      expect(await stored(null)).toBe(200);
    });
  });
}
