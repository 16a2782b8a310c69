import { isRecord } from "./is-record.js";

/** JSON with sorted keys: a store may give fields back in another order. */
export function canonicalJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
