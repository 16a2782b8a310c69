/** Time as an argument. Everything that waits or takes timestamps gets a `Clock`, so a test can control time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds, never for `Infinity`. The returned function takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** The platform's timers take no longer wait (ms): they run at once instead. */
export const longestTimer = 2_147_483_647;

/** The platform's clock. Read when used, so that fake timers installed later are honoured. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (left: number) => {
      timer = setTimeout(() => (left > longestTimer ? wait(left - longestTimer) : run()), Math.min(left, longestTimer));
    };
    if (ms !== Infinity) wait(ms);
    return () => clearTimeout(timer);
  },
};
