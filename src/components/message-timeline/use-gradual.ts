import { useEffect, useState, useSyncExternalStore } from "react";
import { useLatest } from "../../hooks/use-latest.js";
import { platformFrame } from "../../foundation/frame-scheduler.js";

/** Characters that a growing text gains at most in one frame: to draw 40,000 at once would keep a key waiting. */
export const mostAFrame = 4_000;

/** Characters in the first frame of a text that is complete by then. */
export const firstFrame = 4 * mostAFrame;

/**
 * Returns how many characters of a text of this length to draw now. Text that arrives at once is drawn over the next
 * frames, so that no frame takes long.
 *
 * @param first characters of the first frame when the text is complete by then
 */
export function useGradual(whole: number, growing: boolean, first = firstFrame): number {
  // The server draws all of it, and so must the page that hydrates that.
  const isTakenOver = useSyncExternalStore(never, no, yes);
  const [drawn, setDrawn] = useState(() => {
    if (isTakenOver || (!growing && whole <= first)) return whole;
    return growing ? 0 : first - mostAFrame;
  });
  const end = Math.min(whole, drawn + mostAFrame);
  // Small additions are recorded only from time to time, as each causes a render.
  const isBehind = end - drawn > mostAFrame / 2;
  const length = useLatest(whole);
  // Not requested again when the text grows: a text that grows in every frame would postpone it for ever.
  useEffect(
    () => (isBehind ? platformFrame(() => setDrawn(Math.min(length.current, drawn + mostAFrame))) : undefined),
    [isBehind, drawn, length],
  );
  return end;
}

const never = () => () => {};
const no = () => false;
const yes = () => true;
