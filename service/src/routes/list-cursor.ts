import { invalidParameter } from "../sessions/api-failure.js";

/** Where a page of a list ended, as a word that callers hand back. */

interface Place {
  readonly createdAt: string;
  readonly id: string;
}

export function writeCursor({ createdAt, id }: Place): string {
  return `${Date.parse(createdAt)}_${id}`;
}

/** @throws {ServiceApiError} 400 for a word that no list gave out. */
export function readCursor(cursor: string): Place {
  const [, ms = "", id = ""] = /^(\d{1,15})_([0-9a-f-]{1,64})$/.exec(cursor) ?? [];
  if (id === "") throw invalidParameter("cursor", "is none that this list gave out. Start again without it.");
  return { createdAt: new Date(Number(ms)).toISOString(), id };
}

/** Cuts a list that has one entry more than the page, and returns the next cursor. */
export function pageOf<T extends Place>(found: readonly T[], limit: number): { page: T[]; nextCursor: string | null } {
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : writeCursor(last) };
}
