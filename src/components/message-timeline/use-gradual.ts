import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../hooks/use-latest.js";
import { platformFrame } from "../../foundation/frame-scheduler.js";
import { useHydration } from "../use-hydration.js";

/** Characters that a growing text gains at most in one frame: to draw 40,000 at once would keep a key waiting. */
export const mostAFrame = 8_000;
/** Characters that a frame may draw on the slowest device, and of the first frame. */
const fewAFrame = 2_000;
/** The next frame draws more after a frame that was on time (ms), and less after one that kept a key waiting. */
const onTime = 30;
const tooLong = 50;

/** Characters in the first frame of a text that is complete by then. */
export const firstFrame = 2 * mostAFrame;

/**
 * Returns how many characters of a text of this length to draw now. Text that arrives at once is drawn over the next
 * frames, so that no frame takes long: each draws twice as much as the one before it if that one was on time, as much if it
 * took two frames, and half as much if it took longer.
 *
 * @param first characters of the first frame when the text is complete by then
 */
export function useGradual(whole: number, growing: boolean, first = firstFrame): number {
  // The server draws all of it, and so must the page that hydrates that.
  const isTakenOver = useHydration();
  const [{ drawn, room }, setDrawn] = useState<Progress>(() => {
    if (isTakenOver || (!growing && whole <= first)) return { drawn: whole, room: fewAFrame };
    return { drawn: growing ? 0 : first - fewAFrame, room: fewAFrame };
  });
  const end = Math.min(whole, drawn + room);
  // Small additions are recorded only from time to time, as each causes a render.
  const isBehind = end - drawn > fewAFrame / 2;
  const length = useLatest(whole);
  const lastFrame = useRef<number>(undefined);
  // Not requested again when the text grows: a text that grows in every frame would postpone it for ever.
  useEffect(() => {
    if (!isBehind) return undefined;
    return platformFrame((time) => {
      const took = time - (lastFrame.current ?? time);
      lastFrame.current = time;
      setDrawn((last) => (last.drawn === drawn ? next(last, length.current, took) : last));
    });
  }, [isBehind, drawn, length]);
  return end;
}

interface Progress {
  readonly drawn: number;
  /** Characters beyond them that may be drawn already. */
  readonly room: number;
}

/** @param took how long the last frame took (ms) */
function next({ drawn, room }: Progress, whole: number, took: number): Progress {
  return { drawn: Math.min(whole, drawn + room), room: roomAfter(room, took) };
}

function roomAfter(room: number, took: number): number {
  if (took > tooLong) return Math.max(fewAFrame, room / 2);
  return took > onTime ? room : Math.min(mostAFrame, room * 2);
}
