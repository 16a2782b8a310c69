/**
 * A view of a browser storage that belongs to one identity: every key carries its prefix, and all that is not the one's
 * who is there now can be purged. Storage that is missing, full or forbidden is as good as empty: nothing here throws.
 */
export interface ScopedStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** The storage of an identity's scope, which lists its entries too. */
export interface ListedStorage extends ScopedStorage {
  /** The keys of all entries, without the prefix. */
  keys(): readonly string[];
}

/** The part of the platform's `Storage` that is used. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const root = "service:";

export function createScopedStorage(owner: string, browser: () => BrowserStorage | undefined): ListedStorage {
  const prefix = prefixOf(owner);
  return {
    get: (key) => attempt(browser, (storage) => storage.getItem(prefix + key)) ?? null,
    set: (key, value) => attempt(browser, (storage) => storage.setItem(prefix + key, value)),
    remove: (key) => attempt(browser, (storage) => storage.removeItem(prefix + key)),
    keys: () => {
      const own = (storage: BrowserStorage) => keysOf(storage).filter((key) => key.startsWith(prefix));
      return (attempt(browser, own) ?? []).map((key) => key.slice(prefix.length));
    },
  };
}

/** The owners whose scopes are mounted on the page, by storage; shared by all copies of this package. */
interface MountedOwners {
  /** How many scopes of each owner are mounted; `undefined` counts scopes whose identity is not known yet. */
  readonly counts: Map<string | undefined, number>;
  /** A purge that waits until every mounted identity is known. */
  isWaiting: boolean;
}

const registry = Symbol.for("@service/mounted-owners");

function mountedOwners(storage: BrowserStorage): MountedOwners {
  const page = globalThis as { [registry]?: WeakMap<BrowserStorage, MountedOwners> };
  const known = (page[registry] ??= new WeakMap());
  const owners = known.get(storage) ?? { counts: new Map(), isWaiting: false };
  known.set(storage, owners);
  return owners;
}

/**
 * Protects an owner's entries from every purge until the returned function is called. While the owner is `undefined`
 * (not known yet), purges wait.
 */
function mountOwner(owner: string | undefined, browser: () => BrowserStorage | undefined): () => void {
  const storage = attempt(browser, (found) => found);
  if (!storage) return () => {};
  const owners = mountedOwners(storage);
  const { counts } = owners;
  counts.set(owner, (counts.get(owner) ?? 0) + 1);
  let isMounted = true;
  return () => {
    if (!isMounted) return;
    isMounted = false;
    const left = (counts.get(owner) ?? 1) - 1;
    if (left > 0) counts.set(owner, left);
    else counts.delete(owner);
    // The next identity of the same provider mounts in the same task.
    if (owners.isWaiting) queueMicrotask(() => owners.isWaiting && purgeUnmounted(browser));
  };
}

/** Mounts each of these owners. */
export function mountOwners(
  owners: readonly (string | undefined)[],
  browser: () => BrowserStorage | undefined,
): () => void {
  const unmounts = owners.map((owner) => mountOwner(owner, browser));
  return () => unmounts.forEach((unmount) => unmount());
}

/** Removes the entries of every owner that is neither mounted nor given; waits while an identity is not known. */
export function purgeUnmounted(browser: () => BrowserStorage | undefined, ...kept: readonly string[]): void {
  attempt(browser, (storage) => {
    const owners = mountedOwners(storage);
    owners.isWaiting = owners.counts.has(undefined);
    if (owners.isWaiting) return;
    const names = [...kept, ...owners.counts.keys()].filter((owner) => owner !== undefined);
    const prefixes = names.map(prefixOf);
    const isKept = (key: string) => !key.startsWith(root) || prefixes.some((prefix) => key.startsWith(prefix));
    for (const key of keysOf(storage)) if (!isKept(key)) storage.removeItem(key);
  });
}

function keysOf(storage: BrowserStorage): readonly string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? []).flat();
}

function prefixOf(owner: string): string {
  // The length keeps one owner's prefix from being the beginning of another's.
  return `${root}${owner.length}:${owner}:`;
}

function attempt<T>(browser: () => BrowserStorage | undefined, work: (storage: BrowserStorage) => T): T | undefined {
  try {
    const storage = browser();
    return storage && work(storage);
  } catch {
    return undefined;
  }
}
