/** People's unsent drafts, one row for each session and owner. */
import type { DraftRecord } from "./records.js";
import type { Queries } from "./sql-context.js";
import { draftRow, searchable } from "./sql-rows.js";

export async function findDraft(db: Queries, sessionId: string, owner: string): Promise<DraftRecord | null> {
  const row = await db
    .selectFrom("composer_drafts")
    .select("doc")
    .where("session_id", "=", searchable(sessionId))
    .where("owner", "=", searchable(owner))
    .executeTakeFirst();
  return row?.doc ?? null;
}

export async function putDrafts(db: Queries, sessionId: string, drafts: readonly DraftRecord[]): Promise<void> {
  for (const draft of drafts) {
    const row = draftRow(draft, sessionId);
    await db
      .insertInto("composer_drafts")
      .values(row)
      .onConflict((conflict) => conflict.columns(["session_id", "owner"]).doUpdateSet({ doc: row.doc }))
      .execute();
  }
}
