/** Which sessions a list shows, as a query. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Queries } from "./sql-context.js";
import * as rows from "./sql-rows.js";
import { searchable } from "./sql-rows.js";
import type { SessionQuery } from "./store.js";

/** The column that a list is ordered by. */
const orderedBy = ({ order }: SessionQuery) => (order === "updated" ? "updated_at" : "created_at");

/** The wanted sessions in their order, at most `limit`. */
export function sessionPage(db: Queries, query: SessionQuery) {
  return wantedSessions(db, query).orderBy(orderedBy(query), "desc").orderBy("id", "desc").limit(query.limit);
}

function wantedSessions(db: Queries, query: SessionQuery) {
  const { behind, search, parentSessionId, endUser, createdByKind, createdBySubjectId } = query;
  let list = within(db, query);
  if (query.withArchived !== true || query.archivedOnly === true) {
    const isArchived = query.archivedOnly === true;
    // As the indexes over an organization have it; the others are in the plain form.
    list =
      query.organizationId === undefined
        ? list.where("archived_at", isArchived ? "is not" : "is", null)
        : list.where(sql<boolean>`(archived_at is null)::int = ${isArchived ? 0 : 1}`);
  }
  if (behind)
    list = list.where(sql<boolean>`(${sql.ref(orderedBy(query))}, id) < (${behind.at}, ${searchable(behind.id)})`);
  if (search !== undefined) {
    const part = rows.searchedText(search);
    list = list.where(
      sql<boolean>`(strpos(coalesce(title_search, ''), ${part}) > 0 or strpos(message_search, ${part}) > 0)`,
    );
  }
  if (parentSessionId === null) list = list.where("parent_session_id", "is", null);
  else if (parentSessionId !== undefined) list = list.where("parent_session_id", "=", searchable(parentSessionId));
  if (endUser) {
    const [source, id] = [searchable(endUser.source), searchable(endUser.id)];
    list =
      query.organizationId === undefined
        ? list.where("end_user_source", "=", source).where("end_user_id", "=", id)
        : list.where(isPersonByDigest(source, id));
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

/**
 * Matches the person by the digest in the organization's indexes, and then by name. The second condition is written
 * so that the planner does not expect it to filter rows: otherwise it would read all rows of the person and sort
 * them.
 */
function isPersonByDigest(source: string, id: string) {
  const digest = createHash("md5").update(`${source}\n${id}`).digest("hex");
  return sql<boolean>`md5(end_user_source || chr(10) || end_user_id) = ${digest}
    and case when end_user_source = ${source} and end_user_id = ${id} then 1 end is not null`;
}
