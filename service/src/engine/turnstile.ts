/** Lets one caller through at a time, in the order of the calls. */
export interface Turnstile {
  /** Resolves with the function that lets the next caller through. */
  enter(): Promise<() => void>;
}

export function createTurnstile(): Turnstile {
  let last: Promise<void> = Promise.resolve();
  return {
    async enter() {
      const before = last;
      let leave = (): void => undefined;
      last = new Promise<void>((resolve) => {
        leave = resolve;
      });
      await before;
      return leave;
    },
  };
}
