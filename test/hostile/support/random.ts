/** Random draws that a seed repeats exactly. */
export interface Random {
  /** A whole number from 0, below `end`. */
  below(end: number): number;
  pick<T>(values: readonly T[]): T;
  /** True once in `n` draws. */
  oneIn(n: number): boolean;
}

/** The mulberry32 generator: 32 bits of state, one stream of draws a seed. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    oneIn: (n) => below(n) === 0,
  };
}
