/**
 * Pages of lists over a whole organization. Their cursors are sealed: a cursor is valid for the list, the filters and the
 * key of the page that returned it, and for no other.
 */
import { invalidParameter } from "../sessions/api-failure.js";
import { pageOf, readCursor } from "./list-cursor.js";
import { wholeNumber, type Call } from "./route.js";

interface List {
  /** Part of the seal. */
  readonly name: string;
  /** Entries of a page by default. */
  readonly limit: number;
  readonly most: number;
}

interface Wanted {
  readonly limit: number;
  readonly behind?: { readonly createdAt: string; readonly id: string };
}

/**
 * Reads `limit` and `cursor` of the query, and returns a page with the sealed cursor of the next one.
 *
 * @throws {ServiceApiError} 400 for a cursor that this list did not return.
 */
export async function sealedPage<T extends { readonly createdAt: string; readonly id: string }>(
  call: Call,
  { name, limit: usual, most }: List,
  read: (wanted: Wanted) => Promise<readonly T[]>,
): Promise<{ readonly page: T[]; readonly nextCursor: string | null }> {
  const limit = Math.min(wholeNumber(call.query, "limit", 1) ?? usual, most);
  const cursor = call.query.get("cursor");
  const behind = cursor === null ? undefined : await openCursor(call, name, cursor);
  const found = await read({ limit: limit + 1, ...(behind && { behind }) });
  const { page, nextCursor } = pageOf(found, limit);
  return { page, nextCursor: nextCursor === null ? null : `${nextCursor}.${await seal(call, name, nextCursor)}` };
}

async function openCursor(call: Call, name: string, cursor: string) {
  const [place = "", ...seals] = cursor.split(".");
  if (seals.join(".") === (await seal(call, name, place))) return readCursor(place);
  throw invalidParameter("cursor", "is none that this list gave out for this query. Start again without it.");
}

/** Hashed twice, to prevent length extension. */
async function seal(call: Call, name: string, place: string): Promise<string> {
  const { world, key } = call;
  const filters = new URLSearchParams(call.query);
  for (const field of ["cursor", "limit"]) filters.delete(field);
  filters.sort();
  const ids = [call.param("organizationId"), call.param("workspaceId")];
  const sealed = JSON.stringify([name, ...ids, [...filters], place]);
  return world.hash(`${key.hash}\n${await world.hash(`${key.hash}\n${sealed}`)}`);
}
