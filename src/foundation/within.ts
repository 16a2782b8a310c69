import type { Clock } from "./clock.js";

/** The promise's value, or undefined when it takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  let takeBack = () => {};
  const late = new Promise<undefined>((resolve) => {
    takeBack = clock.after(ms, () => resolve(undefined));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    takeBack();
  }
}
