/** Files of sessions: they stay for a session's lifetime, and are erased with their last one. */
import { doc, searchable } from "./sql-rows.js";
import type { Queries } from "./sql-context.js";
import type { SessionRecord } from "./records.js";
import { fileNotThere } from "./file-not-there.js";

/** Called behind the session's lock. @throws {ServiceApiError} 422 unless each is a completed file of the workspace. */
export async function holdFiles(
  trx: Queries,
  { id: sessionId, workspaceId }: SessionRecord,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return;
  const rows = await trx
    .selectFrom("files")
    .select("doc")
    .where("id", "in", fileIds.map(searchable))
    // In one order, so that two messages with the same files do not wait for each other.
    .orderBy("id")
    .forUpdate()
    .execute();
  const files = new Map(rows.map((row) => [row.doc.id, row.doc]));
  for (const fileId of fileIds) {
    const file = files.get(fileId);
    if (file?.status !== "completed" || file.workspaceId !== workspaceId) throw fileNotThere(fileId);
    if (file.expiresAt === null) continue;
    const kept = { expires_at: null, doc: doc({ ...file, expiresAt: null }) };
    await trx.updateTable("files").set(kept).where("id", "=", searchable(fileId)).execute();
  }
  await linkFiles(trx, sessionId, fileIds);
}

export async function linkFiles(trx: Queries, sessionId: string, fileIds: readonly string[]): Promise<void> {
  await trx
    .insertInto("session_files")
    .values([...new Set(fileIds)].map((id) => ({ session_id: searchable(sessionId), file_id: searchable(id) })))
    .onConflict((conflict) => conflict.columns(["session_id", "file_id"]).doNothing())
    .execute();
}
