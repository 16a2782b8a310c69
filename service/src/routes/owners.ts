/** Whose records a request asks for (`protocol.md` §9.0): the same query on lists and on routes with an id. */
import type { EndUser } from "@service/sdk/protocol";
import { invalid, notFound } from "../sessions/api-failure.js";
import { isSameOwner, type Owner } from "../store/owner.js";
import { flag, type WorkspaceCall } from "./route.js";

/** The person that a query names; null when it names none. 400 for half a name. */
export function namedEndUser(query: URLSearchParams): EndUser | null {
  const [source, id] = [query.get("endUserSource"), query.get("endUserId")];
  if (source === null && id === null) return null;
  if (source !== null && id !== null) return { source, id };
  const field = source === null ? "endUserSource" : "endUserId";
  throw invalid('"endUserSource" and "endUserId" go together. Give both or neither.', 400, { field });
}

/**
 * `endUserSource` with `endUserId` names a person, `withWorkspace=true` the workspace. Both together name both; neither
 * names every owner (undefined).
 */
export function ownersOf(query: URLSearchParams): readonly Owner[] | undefined {
  const person = namedEndUser(query);
  const owners: Owner[] = [...(person === null ? [] : [person]), ...(flag(query, "withWorkspace") ? [null] : [])];
  return owners.length === 0 ? undefined : owners;
}

/** The query of `ownersOf`, as routes declare it. */
export const ownersQuery = { endUserSource: "text", endUserId: "text", withWorkspace: "flag" } as const;

interface OwnedRecord {
  readonly workspaceId: string;
  readonly endUser: Owner;
}

/**
 * The record, when it belongs to the call's workspace and to an owner that its query names.
 *
 * @throws {ServiceApiError} 404, the same for a record that does not exist.
 */
export function ownRecord<T extends OwnedRecord>(
  { workspace, query }: WorkspaceCall,
  record: T | null,
  what: string,
): T {
  const owners = ownersOf(query);
  const isOwn = owners === undefined || owners.some((owner) => record !== null && isSameOwner(owner, record.endUser));
  if (record?.workspaceId === workspace.id && isOwn) return record;
  throw notFound(`There is no such ${what} in this workspace.`);
}
