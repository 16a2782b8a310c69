/** Stop pressed before there is anything to interrupt: kept for as long as something is about to start. */
export interface StopWish {
  readonly want: () => void;
  /** A turn started: it is the one to interrupt. */
  readonly turnStarted: () => void;
  /** What is about to start may have failed or been taken back; a message that comes later is not to be stopped for it. */
  readonly changed: () => void;
}

export function createStopWish(options: {
  readonly isStarting: () => boolean;
  readonly interrupt: () => void;
}): StopWish {
  const { isStarting, interrupt } = options;
  let isPending = false;
  return {
    want() {
      isPending = isStarting();
    },
    turnStarted() {
      if (!isPending) return;
      isPending = false;
      interrupt();
    },
    changed() {
      isPending &&= isStarting();
    },
  };
}
