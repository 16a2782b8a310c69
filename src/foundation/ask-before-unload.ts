import { listen } from "./listen.js";

interface Questions {
  readonly asked: Set<() => boolean>;
  readonly stop: () => void;
}

/** The questions of each window. The caller that adds one removes it, so that nothing of a person who left stays here. */
const windows = new WeakMap<Window, Questions>();

/**
 * The browser asks before a window is closed, left or loaded again, if `isUnsafe` returns true at that moment. The
 * questions of a window share one listener, which is removed with the last of them: a page that listens may be left out of
 * the back/forward cache.
 *
 * @returns a function that removes the question
 */
export function askBeforeUnload(page: Window, isUnsafe: () => boolean): () => void {
  const { asked, stop } = windows.get(page) ?? open(page);
  const question = () => isUnsafe();
  asked.add(question);
  return () => {
    if (!asked.delete(question) || asked.size > 0) return;
    windows.delete(page);
    stop();
  };
}

function open(page: Window): Questions {
  const asked = new Set<() => boolean>();
  const ask = (event: BeforeUnloadEvent) => {
    if ([...asked].some((isUnsafe) => isUnsafe())) event.preventDefault();
  };
  const opened = { asked, stop: listen([page, "beforeunload", ask]) };
  windows.set(page, opened);
  return opened;
}
