import { useEffect, useState, useSyncExternalStore } from "react";
import { useLatest } from "../../hooks/use-latest.js";
import { platformFrame } from "../../foundation/frame-scheduler.js";

/** Characters that a growing text gains at most in one frame: to draw 40,000 at once would keep a key waiting. */
export const mostAFrame = 4_000;

/**
 * How much of a text of this length is to be drawn now. What comes all at once while it grows is drawn over the next frames; a text that
 * was whole when it was first shown stays whole.
 */
export function useGradual(whole: number, growing: boolean): number {
  // The server draws all of it, and so must the page that takes that over.
  const isTakenOver = useSyncExternalStore(never, no, yes);
  const [drawn, setDrawn] = useState(growing && !isTakenOver ? 0 : whole);
  const end = Math.min(whole, drawn + mostAFrame);
  // What grows by little is taken note of now and then, as that draws once more.
  const isBehind = end - drawn > mostAFrame / 2;
  const length = useLatest(whole);
  // Not asked for anew when the text grows: what grows in every frame would put it off for ever.
  useEffect(
    () => (isBehind ? platformFrame(() => setDrawn(Math.min(length.current, drawn + mostAFrame))) : undefined),
    [isBehind, drawn, length],
  );
  return end;
}

const never = () => () => {};
const no = () => false;
const yes = () => true;
