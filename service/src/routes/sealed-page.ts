/**
 * Pages of lists. Their cursors are sealed: a cursor is valid for the path, the filters and the key of the page that
 * returned it, and for no other.
 */
import { invalidParameter } from "../sessions/api-failure.js";
import { wholeNumber, type Call } from "./route.js";

interface Place {
  readonly createdAt: string;
  readonly id: string;
}

interface Size {
  /** Entries of a page by default. */
  readonly limit: number;
  readonly most: number;
}

/** One entry more than the page, which shows that there is a next one. */
export interface Wanted {
  readonly limit: number;
  readonly behind?: Place;
}

/**
 * Reads `limit` and `cursor` of the query, and returns a page with the sealed cursor of the next one.
 *
 * @param timeOf the time that the list is ordered by; it is `createdAt` of `behind` and in the cursor. @default creation
 * @throws {ServiceApiError} 400 for a cursor that this list did not return.
 */
export async function sealedPage<T extends Place>(
  call: Call,
  { limit: usual, most }: Size,
  read: (wanted: Wanted) => Promise<readonly T[]>,
  timeOf: (entry: T) => string = ({ createdAt }) => createdAt,
): Promise<{ readonly page: T[]; readonly nextCursor: string | null }> {
  const limit = Math.min(wholeNumber(call.query, "limit", 1) ?? usual, most);
  const cursor = call.query.get("cursor");
  const behind = cursor === null ? undefined : await openCursor(call, cursor);
  const found = await read({ limit: limit + 1, ...(behind && { behind }) });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    page,
    nextCursor: last === undefined ? null : await cursorAt(call, { createdAt: timeOf(last), id: last.id }),
  };
}

async function cursorAt(call: Call, { createdAt, id }: Place): Promise<string> {
  const place = `${Date.parse(createdAt)}_${id}`;
  return `${place}.${await seal(call, place)}`;
}

async function openCursor(call: Call, cursor: string): Promise<Place> {
  const [place = "", ...seals] = cursor.split(".");
  const [, ms = "", id = ""] = /^(\d{1,15})_([0-9a-f-]{1,64})$/.exec(place) ?? [];
  if (id !== "" && seals.join(".") === (await seal(call, place)))
    return { createdAt: new Date(Number(ms)).toISOString(), id };
  throw invalidParameter("cursor", "is none that this list gave out for this query. Start again without it.");
}

/** Hashed twice, to prevent length extension. */
async function seal(call: Call, place: string): Promise<string> {
  const { world, key } = call;
  const filters = new URLSearchParams(call.query);
  for (const field of ["cursor", "limit"]) filters.delete(field);
  filters.sort();
  const sealed = JSON.stringify([new URL(call.request.url).pathname, [...filters], place]);
  return world.hash(`${key.hash}\n${await world.hash(`${key.hash}\n${sealed}`)}`);
}
