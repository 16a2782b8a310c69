/** Time as an argument: everything that waits or takes timestamps gets a `Clock`, so a test can control time. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `run` once after `ms` milliseconds. The returned function takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** The platform's clock. Read when used, so that fake timers installed later are honoured. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
