type Heard = readonly [target: EventTarget, name: string, run: (event: never) => void, isCaptured?: boolean];

/**
 * Listens to events of the page until the returned function is called. The function may run after the page's globals are
 * gone (end of a host's test), so `removeEventListener` is bound in advance.
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
