/**
 * Runs a piece of work at most once an animation frame, however often it is asked for.
 *
 * A hidden page gets no frames, so there the work runs on a timer instead; what streams in the
 * background is then still folded, only less often.
 */
export interface FrameScheduler {
  /** Asks for `run` in the next frame; asking again before that changes nothing. */
  request(): void;
  /** Runs now if asked for, instead of in the next frame. */
  flush(): void;
  /** Takes an outstanding request back. */
  cancel(): void;
}

/** Calls back once, soon; the returned function takes it back. */
export type ScheduleFrame = (run: () => void) => () => void;

/** How long a hidden page, or a runtime without frames, waits (ms). */
const hiddenInterval = 100;

/** Animation frames where there are any and the page is visible, else a timer. `run` gets the time of the frame (ms). */
export const platformFrame = (run: (time: number) => void): (() => void) => {
  const hidden = typeof document === "undefined" || document.visibilityState === "hidden";
  if (!hidden && typeof requestAnimationFrame === "function") {
    // Frames stop when the page is hidden before the next one; the timer then takes over.
    let done = false;
    const once = (time = performance.now()) => {
      if (done) return;
      done = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      run(time);
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(() => once(), hiddenInterval);
    return () => {
      done = true;
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }
  const timer = setTimeout(() => run(performance.now()), typeof document === "undefined" ? 0 : hiddenInterval);
  return () => clearTimeout(timer);
};

export function createFrameScheduler(run: () => void, schedule: ScheduleFrame = platformFrame): FrameScheduler {
  let takeBack: (() => void) | undefined;
  const fire = () => {
    takeBack = undefined;
    run();
  };
  return {
    request() {
      takeBack ??= schedule(fire);
    },
    flush() {
      if (!takeBack) return;
      takeBack();
      fire();
    },
    cancel() {
      takeBack?.();
      takeBack = undefined;
    },
  };
}
