import { useState } from "react";

/**
 * The same object for as long as its members are the same, so that a host may write `components={{ … }}` in place
 * without drawing every row again. Objects and arrays one level down are compared by their members too.
 */
export function useShallowStable<T extends object>(value: T): T {
  const [kept, setKept] = useState(value);
  if (isSame(kept, value, 1)) return kept;
  setKept(value);
  return value;
}

function isSame(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true;
  if (depth < 0 || !isPlain(a) || !isPlain(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame(a[key], b[key], depth - 1));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
