import { seededRandom } from "../../session/wild-bytes.js";

export interface Draw {
  readonly random: () => number;
  /** A whole number from 0 up to `limit`, without it. */
  readonly upTo: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly one: <T>(list: readonly T[]) => T;
  /** One of these, by weight. */
  readonly weighted: <T>(list: readonly (readonly [weight: number, value: T])[]) => T;
}

export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  return {
    random,
    upTo,
    chance: (probability) => random() < probability,
    one: <T>(list: readonly T[]) => list[upTo(list.length)] as T,
    weighted<T>(list: readonly (readonly [number, T])[]): T {
      let left = random() * list.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of list) if ((left -= weight) < 0) return value;
      return (list.at(-1) as readonly [number, T])[1];
    },
  };
}
