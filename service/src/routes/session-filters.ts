import { invalidParameter } from "../sessions/api-failure.js";
import type { SessionQuery } from "../store/store.js";
import type { QueryParameter } from "./about.js";
import { namedEndUser } from "./owners.js";
import { flag, word } from "./route.js";
import type { Wanted } from "./sealed-page.js";

const statuses = [
  "queued",
  "running",
  "idle",
  "requires_action",
  "recovering",
  "waiting_capacity",
  "failed",
  "cancelled",
] as const;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The query parameters that `sessionFilters` reads. */
export const sessionFilterParameters = {
  archivedOnly: "flag",
  search: "text",
  status: statuses,
  parentSessionId: "text",
  endUserSource: "text",
  endUserId: "text",
  createdByKind: "text",
  createdBySubjectId: "text",
} as const satisfies Readonly<Record<string, QueryParameter>>;

/** Filters of a session list's query; 400 for invalid values. */
export function sessionFilters(query: URLSearchParams): Omit<SessionQuery, "limit"> {
  const search = query.get("search") ?? "";
  if (search.length > 200) throw invalidParameter("search", "has more than 200 characters. Search for less.");
  const endUser = namedEndUser(query);
  const status = word(query, "status", statuses);
  const createdByKind = query.get("createdByKind");
  const createdBySubjectId = query.get("createdBySubjectId");
  return {
    archivedOnly: flag(query, "archivedOnly"),
    ...(search !== "" && { search }),
    ...(status !== undefined && { status }),
    ...parentOf(query.get("parentSessionId")),
    ...(endUser !== null && { endUser }),
    ...(createdByKind !== null && { createdByKind }),
    ...(createdBySubjectId !== null && { createdBySubjectId }),
  };
}

/** Which part of a list a page shows. */
export function wantedSessions({ limit, behind }: Wanted): Pick<SessionQuery, "limit" | "behind"> {
  return { limit, ...(behind && { behind: { at: behind.createdAt, id: behind.id } }) };
}

function parentOf(parent: string | null): Pick<SessionQuery, "parentSessionId"> {
  if (parent === null) return {};
  if (parent === "null") return { parentSessionId: null };
  const parentSessionId = parent.toLowerCase();
  if (uuid.test(parentSessionId)) return { parentSessionId };
  throw invalidParameter("parentSessionId", 'must be a UUID, or "null" for sessions without a parent.');
}
