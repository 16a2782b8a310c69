import type { Wake } from "./wait-or-wake.js";

/** Hints that can also be given by hand. */
export function nudgeable(wake: Wake | undefined): { readonly wake: Wake; readonly nudge: () => void } {
  const waiting = new Set<(byHand: boolean) => void>();
  return {
    wake(run) {
      const forget = wake?.(run);
      waiting.add(run);
      return () => {
        waiting.delete(run);
        forget?.();
      };
    },
    nudge: () => [...waiting].forEach((run) => run(true)),
  };
}
