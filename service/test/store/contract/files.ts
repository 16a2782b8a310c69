import { describe, expect, it } from "vitest";
import type { FileRecord } from "../../../src/files/file-record.js";
import { time, type Contract } from "./fixtures.js";

let made = 0;

export function fileRecord(fields: Partial<FileRecord> = {}): FileRecord {
  made += 1;
  return {
    id: `file-${made}`,
    organizationId: "o",
    workspaceId: "w",
    status: "pending",
    filename: "a\0b 💬.txt",
    contentType: "text/plain",
    sizeBytes: 5,
    sha256: null,
    endUser: { source: "app", id: "ana" },
    contentId: null,
    contentSha256: null,
    expiresAt: time(30),
    createdAt: time(0),
    updatedAt: time(0),
    ...fields,
  };
}

/** Records of files, and the sessions that use them. */
export function filesContract(the: Contract): void {
  describe("files", () => {
    it("are kept whole", async () => {
      const file = fileRecord();
      await the.store.createFile(file);
      expect(await the.store.getFile(file.id)).toEqual(file);
      expect(await the.store.getFile("nothing")).toBeNull();
      await the.store.deleteFile(file.id);
      await the.store.deleteFile(file.id);
      expect(await the.store.getFile(file.id)).toBeNull();
    });

    it("are changed by a decision on their current state, or not at all", async () => {
      const file = fileRecord();
      await the.store.createFile(file);
      const changed = await the.store.changeFile(file.id, ({ sizeBytes }) => ({ sizeBytes: sizeBytes + 1 }));
      expect(changed).toEqual({ ...file, sizeBytes: 6 });
      expect(await the.store.changeFile(file.id, () => null)).toEqual(changed);
      const refuse = () => {
        throw new Error("refused");
      };
      await expect(the.store.changeFile(file.id, refuse)).rejects.toThrow("refused");
      expect(await the.store.getFile(file.id)).toEqual(changed);
      expect(await the.store.changeFile("nothing", refuse)).toBeNull();
    });

    it("belong to a session from its creation, or by a change, and are erased with it", async () => {
      const named = [1, 2].map(() => fileRecord({ status: "completed" }));
      for (const file of named) await the.store.createFile(file);
      const [one, other] = named as [FileRecord, FileRecord];
      const { id } = await the.session({ files: [one.id] });
      await the.store.changeSession(id, {}, () => ({ change: { files: [other.id, one.id] }, result: null }));
      for (const file of named) {
        expect(await the.store.isFileLinked(id, file.id)).toBe(true);
        expect(await the.store.getFile(file.id)).toEqual({ ...file, expiresAt: null });
      }
      const { fileIds } = await the.store.eraseData({ kind: "session", sessionId: id });
      expect(fileIds).toEqual([one.id, other.id].toSorted());
    });

    it("refuse a change that names one that is missing, not complete or of another workspace", async () => {
      const bad = [fileRecord(), fileRecord({ status: "completed", workspaceId: "other" })];
      for (const file of bad) await the.store.createFile(file);
      const whole = fileRecord({ status: "completed" });
      await the.store.createFile(whole);
      const { id } = await the.session();
      for (const fileId of ["nothing", ...bad.map((file) => file.id)]) {
        const files = [whole.id, fileId];
        const refusal = { status: 422, details: { field: "resources", fileId } };
        await expect(the.session({ files }, { id: `with-${fileId}` })).rejects.toMatchObject(refusal);
        const change = { session: { title: "new" }, files };
        await expect(the.store.changeSession(id, {}, () => ({ change, result: null }))).rejects.toMatchObject(refusal);
        expect(await the.store.getSession(`with-${fileId}`)).toBeNull();
      }
      expect(await the.store.getSession(id)).toMatchObject({ title: null });
      expect(await the.store.getFile(whole.id)).toEqual(whole);
    });

    it("are changed by one at a time", async () => {
      const file = fileRecord({ sizeBytes: 0 });
      await the.store.createFile(file);
      const add = () => the.store.changeFile(file.id, ({ sizeBytes }) => ({ sizeBytes: sizeBytes + 1 }));
      await Promise.all(Array.from({ length: 8 }, add));
      expect((await the.store.getFile(file.id))?.sizeBytes).toBe(8);
    });

    it("that are overdue are listed, the most overdue first, and completed ones never", async () => {
      const files = [20, 10, 30].map((second) => fileRecord({ expiresAt: time(second) }));
      for (const file of [...files, fileRecord({ status: "completed", expiresAt: null })]) {
        await the.store.createFile(file);
      }
      const overdue = async (second: number, limit = 9) =>
        (await the.store.listOverdueFiles(time(second), limit)).map(({ id }) => id);
      expect(await overdue(20)).toEqual([files[1]?.id, files[0]?.id]);
      expect(await overdue(59, 1)).toEqual([files[1]?.id]);
      expect(await overdue(9)).toEqual([]);
    });

    it("without a session are counted by workspace and person, with their bytes", async () => {
      const [ana, ben] = [
        { source: "app", id: "ana" },
        { source: "app", id: "ben" },
      ];
      for (const status of ["pending", "pending", "expired", "completed"] as const) {
        await the.store.createFile(fileRecord({ status, workspaceId: "counted", endUser: ana }));
      }
      await the.store.createFile(fileRecord({ workspaceId: "counted", endUser: null }));
      const count = (workspaceId: string, endUser = ana) =>
        the.store.countUnattachedFiles(workspaceId, endUser).then(({ count: all }) => all);
      expect([await count("counted"), await count("other"), await count("counted", ben)]).toEqual([3, 0, 0]);
      const whole = await the.store.countUnattachedFiles("counted", undefined);
      expect([whole.count, whole.bytes]).toEqual([4, 4 * fileRecord({}).sizeBytes]);
      expect((await the.store.countUnattachedFiles("counted", null)).count).toBe(1);
    });

    it("are kept by the sessions that use them, until those are deleted", async () => {
      const [one, other] = [await the.session(), await the.session()];
      const keep = (sessionId: string, files: readonly string[]) =>
        the.store.changeSession(sessionId, {}, () => ({ change: { files }, result: null }));
      for (const id of ["f", "g", "h"]) await the.store.createFile(fileRecord({ id, status: "completed" }));
      await keep(one.id, ["f", "g"]);
      await keep(one.id, ["g", "h"]);
      await keep(other.id, []);
      const held = (sessionId: string) =>
        Promise.all(["f", "g", "h", "x"].map((id) => the.store.isFileLinked(sessionId, id)));
      expect(await held(one.id)).toEqual([true, true, true, false]);
      expect(await held(other.id)).toEqual([false, false, false, false]);
      await the.store.eraseData({ kind: "session", sessionId: one.id });
      expect(await held(one.id)).toEqual([false, false, false, false]);
      await expect(keep(one.id, ["f"])).rejects.toMatchObject({ code: "session_missing" });
    });
  });
}
