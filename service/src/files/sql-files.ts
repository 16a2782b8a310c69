/** File records and their sessions. */
import { sql } from "kysely";
import { ownerKey } from "../store/owner.js";
import type { SqlContext } from "../store/sql-context.js";
import { linkFiles } from "../store/sql-held-files.js";
import { doc, searchable } from "../store/sql-rows.js";
import { sessionMissing } from "../store/store.js";
import type { FileMethods, FileRecord } from "./file-record.js";

export function fileMethods({ run, transact }: SqlContext): FileMethods {
  return {
    createFile: (record) =>
      run(async (db) => {
        await db.insertInto("files").values(fileRow(record)).execute();
      }),

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
            // Not `doc->>'sizeBytes'`: PostgreSQL cannot parse a document with an escaped NUL in its file name.
            sql<number | string>`coalesce(sum(substring(doc::text from '"sizeBytes": ?([0-9]+)')::numeric), 0)`.as(
              "bytes",
            ),
          ])
          .where("workspace_id", "=", searchable(workspaceId))
          .where("status", "in", ["pending", "completed"])
          .where("expires_at", "is not", null);
        const theirs = endUser === undefined ? all : all.where("end_user", "=", searchable(ownerKey(endUser)));
        const row = await theirs.executeTakeFirst();
        return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
      }),

    linkFiles: (sessionId, fileIds) =>
      transact(async (trx) => {
        if (fileIds.length === 0) return;
        const id = searchable(sessionId);
        const held = await trx.selectFrom("sessions").select("id").where("id", "=", id).forKeyShare().execute();
        if (held.length === 0) throw sessionMissing(sessionId);
        // In one order, so that two messages with the same files do not wait for each other.
        const ids = fileIds.toSorted().map(searchable);
        // Waits for a concurrent erasure, and is visible to the next one.
        await trx.selectFrom("files").select("id").where("id", "in", ids).orderBy("id").forKeyShare().execute();
        await linkFiles(trx, sessionId, fileIds.toSorted());
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

export function fileRow(record: FileRecord) {
  return { id: searchable(record.id), workspace_id: searchable(record.workspaceId), ...columns(record) };
}

function columns(record: FileRecord) {
  const { status, expiresAt, endUser } = record;
  return { status, expires_at: expiresAt, end_user: searchable(ownerKey(endUser)), doc: doc(record) };
}
