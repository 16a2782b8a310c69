type Heard = readonly [target: EventTarget, name: string, run: (event: never) => void, isCaptured?: boolean];

/**
 * Listens to events of the page until the returned function is called. That may happen after the page is gone with its
 * globals and their functions, as at the end of a test of a host: a stream ends some time after its last reader.
 */
export function listen(...heard: readonly Heard[]): () => void {
  const ends = heard.map(([target, name, run, isCaptured]) => {
    const remove = target.removeEventListener.bind(target);
    target.addEventListener(name, run as EventListener, isCaptured);
    return () => remove(name, run as EventListener, isCaptured);
  });
  return () => {
    for (const end of ends) end();
  };
}
