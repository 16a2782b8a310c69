type Heard = readonly [target: EventTarget, name: string, run: (event: never) => void, isCaptured?: boolean];

/**
 * Listens to events of the page until the returned function is called. That may happen after the page is gone with its
 * globals, as at the end of a test of a host: a stream ends some time after its last reader.
 */
export function listen(...heard: readonly Heard[]): () => void {
  for (const [target, name, run, isCaptured] of heard) target.addEventListener(name, run as EventListener, isCaptured);
  return () => {
    for (const [target, name, run, isCaptured] of heard) {
      target.removeEventListener(name, run as EventListener, isCaptured);
    }
  };
}
