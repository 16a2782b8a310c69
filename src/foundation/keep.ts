/** Keeps the identity of equal values, so that a memoised view renders only what changed. */

/** The value that was made for this key, or a new one. */
export function remember<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = make()));
  return value;
}

/** The previous list when it is equal. Compared from the end, where the difference usually is. */
export function keepList<T>(last: readonly T[] | undefined, next: readonly T[]): readonly T[] {
  if (!last || last.length !== next.length) return next;
  return next.findLastIndex((value, index) => value !== last[index]) === -1 ? last : next;
}
