/**
 * Runs a function at most once in an animation frame, however often it is scheduled.
 *
 * A hidden page gets no frames, so there the work runs on a timer instead; what streams in the
 * background is then still folded, only less often.
 */
export interface FrameScheduler {
  /** Schedules `run` for the next frame; a repeated call before it changes nothing. */
  request(): void;
  /** If `run` is scheduled, runs it now instead of in the next frame. */
  flush(): void;
  /** Takes an outstanding request back, and resolves every `next`. */
  cancel(): void;
  /**
   * Resolves when the next frame begins. Requests made in the microtasks that follow run in the same frame, so a reader
   * that reads once a frame shows its data without a delay.
   */
  next(): Promise<void>;
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
    // Taken now, as it is gone when the page is, and a test's page may go before its last timer.
    const { cancelAnimationFrame: cancel } = globalThis;
    const once = (time = performance.now()) => {
      if (done) return;
      done = true;
      cancel(frame);
      clearTimeout(timer);
      run(time);
    };
    const frame = requestAnimationFrame(once);
    const timer = setTimeout(() => once(), hiddenInterval);
    return () => {
      done = true;
      cancel(frame);
      clearTimeout(timer);
    };
  }
  const timer = setTimeout(() => run(performance.now()), typeof document === "undefined" ? 0 : hiddenInterval);
  return () => clearTimeout(timer);
};

export function createFrameScheduler(run: () => void, schedule: ScheduleFrame = platformFrame): FrameScheduler {
  let isRequested = false;
  let takeBack: (() => void) | undefined;
  /** Frames that readers wait for or read in; the end of each runs the requested change. */
  const frames = new Set<() => void>();
  /** The frame that has not begun. */
  let coming: Promise<void> | undefined;
  const flush = () => {
    takeBack?.();
    takeBack = undefined;
    if (!isRequested) return;
    isRequested = false;
    run();
  };
  const fire = () => {
    takeBack = undefined;
    // Readers who wait for this frame read in it first; its end runs the request.
    if (!coming) flush();
  };
  return {
    request() {
      isRequested = true;
      // The end of a frame that is waited for runs it.
      if (frames.size === 0) takeBack ??= schedule(fire);
    },
    flush,
    cancel() {
      isRequested = false;
      takeBack?.();
      takeBack = undefined;
      for (const end of frames) end();
    },
    next() {
      coming ??= new Promise((resolve) => {
        const begin = () => {
          coming = undefined;
          resolve();
        };
        const takeBegin = schedule(begin);
        // Callbacks of one frame run in order, each with its microtasks, so the reader has read before this one.
        const takeEnd = schedule(() => {
          frames.delete(end);
          flush();
        });
        const end = () => {
          frames.delete(end);
          takeBegin();
          takeEnd();
          begin();
        };
        frames.add(end);
      });
      return coming;
    },
  };
}
