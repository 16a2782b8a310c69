/** Collects calls that are made while an earlier group is written, so that one statement writes many. */

/** Bounds of a group. A call that is larger than a group is a group of its own. */
export const mostInGroup = 50;
export const mostCharactersInGroup = 262_144;

export interface GroupsOptions<Item, Result> {
  /** A group has at most one call with a key, and calls with the same key are written in the order of the calls. */
  readonly keyOf: (item: Item) => string;
  /** Size of the call in characters. */
  readonly sizeOf: (item: Item) => number;
  /** Writes a group: all of it, or nothing if it rejects. Returns a result for each item, in the order of the items. */
  readonly write: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a rejected `write` may have written its group: it is then not repeated. */
  readonly isUncertain: (error: unknown) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that writes one item as part of a group. Calls of one tick form a group, and calls made while a group is
 * written form the next one, so that a busy process sends larger groups instead of more of them.
 *
 * A group that is rejected is repeated call by call, so that no call fails for another one's reason.
 */
export function createGroups<Item, Result>(options: GroupsOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { keyOf, sizeOf, write, isUncertain } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let isWriting = false;

  function takeGroup(): Waiting<Item, Result>[] {
    const keys = new Set<string>();
    const group: Waiting<Item, Result>[] = [];
    const later: Waiting<Item, Result>[] = [];
    let size = 0;
    for (const call of waiting) {
      const key = keyOf(call.item);
      const fits = group.length < mostInGroup && (group.length === 0 || size + call.size <= mostCharactersInGroup);
      if (fits && !keys.has(key)) {
        group.push(call);
        size += call.size;
      } else later.push(call);
      keys.add(key);
    }
    waiting = later;
    return group;
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeGroup(takeGroup());
    isWriting = false;
  }

  async function writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item));
      group.forEach(({ resolve }, n) => resolve(results[n] as Result));
    } catch (error) {
      if (group.length === 1 || isUncertain(error)) for (const { reject } of group) reject(error);
      else for (const call of group) await writeGroup([call]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, size: sizeOf(item), resolve, reject });
      if (isWriting) return;
      isWriting = true;
      // Timers of one tick run one after another, each before the immediate.
      setImmediate(() => void writeAll());
    });
}
