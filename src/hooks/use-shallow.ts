import { useRef } from "react";

/** The selector, giving what it gave before while that is shallowly the same. */
export function useShallow<S, T>(select: (state: S) => T): (state: S) => T {
  const last = useRef<T>(undefined);
  return (state) => {
    const next = select(state);
    return isSame(last.current, next) ? last.current : (last.current = next);
  };
}

/** Lists and plain objects are compared by their entries, everything else by identity. */
function isSame<T>(a: T | undefined, b: T): a is T {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && Object.is(a[key], b[key]))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  const prototype: unknown = typeof value === "object" && value !== null && Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
