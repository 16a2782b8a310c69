import { useInsertionEffect, useRef, type RefObject } from "react";

/** The value of the last commit, for callbacks that run later; read it in effects and handlers only. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  // Before every other effect of the same commit, so that none of them sees an old one.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
