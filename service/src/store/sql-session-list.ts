/** Which sessions a list shows, as a query. */
import { sql } from "kysely";
import type { Queries } from "./sql-context.js";
import * as rows from "./sql-rows.js";
import { searchable } from "./sql-rows.js";
import type { SessionQuery } from "./store.js";

export function wantedSessions(db: Queries, query: SessionQuery) {
  const { behind, search, parentSessionId, endUser, createdByKind, createdBySubjectId } = query;
  let list = within(db, query);
  if (query.withArchived !== true || query.archivedOnly === true) {
    list = list.where("archived_at", query.archivedOnly === true ? "is not" : "is", null);
  }
  if (behind) list = list.where(sql<boolean>`(created_at, id) < (${behind.createdAt}, ${searchable(behind.id)})`);
  if (search !== undefined) {
    const part = rows.searchedText(search);
    list = list.where(
      sql<boolean>`(strpos(coalesce(title_search, ''), ${part}) > 0 or strpos(message_search, ${part}) > 0)`,
    );
  }
  if (parentSessionId === null) list = list.where("parent_session_id", "is", null);
  else if (parentSessionId !== undefined) list = list.where("parent_session_id", "=", searchable(parentSessionId));
  if (endUser) {
    list = list
      .where("end_user_source", "=", searchable(endUser.source))
      .where("end_user_id", "=", searchable(endUser.id));
  }
  if (createdByKind !== undefined) list = list.where("created_by_kind", "=", searchable(createdByKind));
  if (createdBySubjectId !== undefined) list = list.where("created_by_subject", "=", searchable(createdBySubjectId));
  return list;
}

function within(db: Queries, { workspaceId, organizationId, rootSessionId, status, isPinned }: SessionQuery) {
  let list = db.selectFrom("sessions");
  if (workspaceId !== undefined) list = list.where("workspace_id", "=", searchable(workspaceId));
  if (organizationId !== undefined) list = list.where("organization_id", "=", searchable(organizationId));
  if (rootSessionId !== undefined) list = list.where("root_session_id", "=", searchable(rootSessionId));
  if (status !== undefined) list = list.where("status", "=", searchable(status));
  if (isPinned !== undefined) list = list.where("pinned_at", isPinned ? "is not" : "is", null);
  return list;
}
