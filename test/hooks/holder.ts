/** Keeps the last value of a component for a test. */
export interface Holder<T> {
  readonly hold: (value: T) => void;
  /** @throws {Error} before anything was rendered. */
  readonly held: () => T;
}

export function holder<T>(): Holder<T> {
  let last: { readonly value: T } | undefined;
  return {
    hold(value) {
      last = { value };
    },
    held() {
      if (!last) throw new Error("Nothing was rendered yet.");
      return last.value;
    },
  };
}
