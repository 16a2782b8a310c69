/**
 * How long to wait before the next try: doubles from `first` up to `most`, with jitter, and starts
 * again after progress. Opening a connection is not progress: a server that accepts and drops at
 * once must not be asked in a tight loop.
 */
export interface BackOffOptions {
  /** @default 500 (ms) */
  readonly first?: number;
  /** @default 10_000 (ms) */
  readonly most?: number;
  /** Share of the wait that is random, both ways. @default 0.2 */
  readonly jitter?: number;
  /** A number from 0 up to 1. @default Math.random */
  readonly random?: () => number;
}

export interface BackOff {
  /** How many waits were handed out since the last progress. */
  readonly tries: number;
  /** The next wait in milliseconds. */
  next(): number;
  /** Something arrived: the next wait is the first again. */
  progress(): void;
}

export function createBackOff(options: BackOffOptions = {}): BackOff {
  const { first = 500, most = 10_000, jitter = 0.2, random = Math.random } = options;
  let tries = 0;
  return {
    get tries() {
      return tries;
    },
    next() {
      const base = Math.min(most, first * 2 ** Math.min(tries, 30));
      tries += 1;
      return Math.round(base * (1 + jitter * (2 * random() - 1)));
    },
    progress() {
      tries = 0;
    },
  };
}
