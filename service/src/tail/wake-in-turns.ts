/** Wakes many readers a few at a time, so that requests are answered between them. */

/** How many readers wake in one turn of the event loop. */
export const mostAtOnce = 64;

/** Readers that wait for their turn. */
export interface Waking {
  /** Wakes these readers: each at most once for all calls before its turn. Up to `mostAtOnce` wake at once. */
  wake(readers: Iterable<() => void>): void;
  /** The reader is not woken any more. */
  forget(reader: () => void): void;
}

export function createWaking(): Waking {
  const due = new Set<() => void>();
  let isUnderWay = false;

  function wakeSome(): void {
    isUnderWay = true;
    let count = 0;
    for (const reader of due) {
      if (count === mostAtOnce) break;
      count += 1;
      due.delete(reader);
      reader();
    }
    isUnderWay = due.size > 0;
    if (isUnderWay) setImmediate(wakeSome);
  }

  return {
    wake(readers) {
      for (const reader of readers) due.add(reader);
      if (!isUnderWay) wakeSome();
    },
    forget: (reader) => void due.delete(reader),
  };
}
