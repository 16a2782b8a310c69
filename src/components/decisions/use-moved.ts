import { useEffect, useState } from "react";
import { systemClock, type Clock } from "../../foundation/clock.js";

/** How long a card that has moved takes no press of a pointer (ms): longer than a second press takes, or a started one. */
export const restAfterMove = 750;

/**
 * Whether the cards of these ids have just moved, because one left or another was added: under the pointer may be a
 * card that is not read yet. The first cards of an empty list have not moved.
 */
export function useMoved(ids: readonly string[], clock: Clock = systemClock): boolean {
  const key = ids.join(" ");
  const [last, setLast] = useState({ key, hasMoved: false });
  if (last.key !== key) setLast({ key, hasMoved: last.key !== "" && key !== "" });
  useEffect(() => {
    if (!last.hasMoved) return undefined;
    return clock.after(restAfterMove, () => setLast(({ key: now }) => ({ key: now, hasMoved: false })));
  }, [last, clock]);
  return last.hasMoved;
}
