import { useRef } from "react";

/**
 * The selector, returning its previous result while that is shallowly equal. Called twice for one state it selects
 * once, so new objects in its result, however deep, do not cause another render.
 */
export function useShallow<S extends object, T>(select: (state: S) => T): (state: S) => T {
  const last = useRef<T>(undefined);
  // oxlint-disable-next-line react/refs -- read when the selector runs: it only returns the former object for an equal one
  return selectOnce((state) => {
    const next = select(state);
    return isSame(last.current, next) ? last.current : (last.current = next);
  });
}

function selectOnce<S extends object, T>(select: (state: S) => T): (state: S) => T {
  const selected = new WeakMap<S, { readonly value: T }>();
  return (state) => {
    const known = selected.get(state) ?? { value: select(state) };
    selected.set(state, known);
    return known.value;
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
