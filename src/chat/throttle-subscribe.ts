import { systemClock, type Clock } from "../foundation/clock.js";

type Subscribe = (listener: () => void) => () => void;

/** The same subscription, whose listener is called at most once in `ms` milliseconds, and once more after the last. */
export function throttleSubscribe(subscribe: Subscribe, ms: number, clock: Clock = systemClock): Subscribe {
  if (!(ms > 0)) return subscribe;
  return (listener) => {
    let takeBack: (() => void) | undefined;
    let last = -Infinity;
    const tell = () => {
      takeBack = undefined;
      last = clock.now();
      listener();
    };
    const unsubscribe = subscribe(() => {
      takeBack ??= clock.after(Math.max(0, last + ms - clock.now()), tell);
    });
    return () => {
      takeBack?.();
      unsubscribe();
    };
  };
}
