/** File records and their sessions. */
import { sql } from "kysely";
import { ownerKey } from "../store/owner.js";
import type { Queries, SqlContext } from "../store/sql-context.js";
import { linkFiles } from "../store/sql-held-files.js";
import { doc, searchable } from "../store/sql-rows.js";
import { sessionMissing } from "../store/store.js";
import { storedBytes } from "../store/sql-usage.js";
import type { FileMethods, FileRecord } from "./file-record.js";

export function fileMethods({ run, transact }: SqlContext): FileMethods {
  return {
    createFile: async (record, admit, sessionId) => {
      const { workspaceId, endUser } = record;
      const row = fileRow(record);
      const workspace = (db: Queries) =>
        db.selectFrom("workspaces").select("quotas").where("id", "=", searchable(workspaceId));
      const known = admit && (await run((db) => workspace(db).executeTakeFirst()));
      const check = admit?.(known?.quotas ?? null) ?? null;
      if (check === null && sessionId === undefined)
        return run(async (db) => void (await db.insertInto("files").values(row).execute()));
      await transact(async (trx) => {
        if (sessionId !== undefined) await holdSession(trx, sessionId);
        // Locked, so that of two files that are announced at once the later one counts the earlier one.
        if (check !== null) await workspace(trx).forUpdate().execute();
        await trx.insertInto("files").values(row).execute();
        if (sessionId !== undefined) await linkFiles(trx, sessionId, [record.id]);
        check?.({
          workspace: await storedBytes(trx, { workspaceId, endUser: null }),
          person: endUser === null ? null : await storedBytes(trx, { workspaceId, endUser }),
        });
      });
    },

    getFile: (fileId) =>
      run(async (db) => {
        const query = db.selectFrom("files").select("doc").where("id", "=", searchable(fileId));
        return (await query.executeTakeFirst())?.doc ?? null;
      }),

    changeFile: (fileId, decide) =>
      transact(async (trx) => {
        const id = searchable(fileId);
        const row = await trx.selectFrom("files").select("doc").where("id", "=", id).forUpdate().executeTakeFirst();
        if (row === undefined) return null;
        const patch = decide(row.doc);
        if (patch === null) return row.doc;
        const next: FileRecord = { ...row.doc, ...patch };
        await trx.updateTable("files").set(columns(next)).where("id", "=", id).execute();
        return next;
      }),

    deleteFile: (fileId) =>
      run(async (db) => void (await db.deleteFrom("files").where("id", "=", searchable(fileId)).execute())),

    listOverdueFiles: (now, limit) =>
      run(async (db) => {
        const rows = await db
          .selectFrom("files")
          .select("doc")
          .where("expires_at", "<=", now)
          .orderBy("expires_at")
          .limit(limit)
          .execute();
        return rows.map((row) => row.doc);
      }),

    countUnattachedFiles: (workspaceId, endUser) =>
      run(async (db) => {
        const all = db
          .selectFrom("files")
          .select((select) => [
            select.fn.countAll<number | string>().as("count"),
            sql<number | string>`coalesce(sum(size_bytes), 0)`.as("bytes"),
          ])
          .where("workspace_id", "=", searchable(workspaceId))
          .where("status", "in", ["pending", "completed"])
          .where("expires_at", "is not", null);
        const theirs = endUser === undefined ? all : all.where("end_user", "=", searchable(ownerKey(endUser)));
        const row = await theirs.executeTakeFirst();
        return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
      }),

    isFileLinked: (sessionId, fileId) =>
      run(async (db) => {
        const row = await db
          .selectFrom("session_files")
          .select("file_id")
          .where("session_id", "=", searchable(sessionId))
          .where("file_id", "=", searchable(fileId))
          .executeTakeFirst();
        return row !== undefined;
      }),
  };
}

/** Keeps the session from being removed until the commit. @throws {ServiceError} `session_missing`. */
async function holdSession(trx: Queries, sessionId: string): Promise<void> {
  const id = searchable(sessionId);
  const held = await trx.selectFrom("sessions").select("id").where("id", "=", id).forKeyShare().execute();
  if (held.length === 0) throw sessionMissing(sessionId);
}

export function fileRow(record: FileRecord) {
  return { id: searchable(record.id), workspace_id: searchable(record.workspaceId), ...columns(record) };
}

function columns(record: FileRecord) {
  const { status, expiresAt, endUser, sizeBytes } = record;
  const owner = searchable(ownerKey(endUser));
  return { status, expires_at: expiresAt, end_user: owner, size_bytes: sizeBytes, doc: doc(record) };
}
