/**
 * A view of a browser storage that belongs to one identity: every key carries its prefix, and all that is not the one's
 * who is there now can be purged. Storage that is missing, full or forbidden is as good as empty: nothing here throws.
 */
export interface ScopedStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** The part of the platform's `Storage` that is used. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const root = "service:";

export function createScopedStorage(owner: string, browser: () => BrowserStorage | undefined): ScopedStorage {
  const prefix = prefixOf(owner);
  return {
    get: (key) => attempt(browser, (storage) => storage.getItem(prefix + key)) ?? null,
    set: (key, value) => attempt(browser, (storage) => storage.setItem(prefix + key, value)),
    remove: (key) => attempt(browser, (storage) => storage.removeItem(prefix + key)),
  };
}

/** Removes what anybody but this owner stored, such as whoever was signed in before the page was loaded anew. */
export function purgeOthers(owner: string, browser: () => BrowserStorage | undefined): void {
  purge(browser, (key) => key.startsWith(root) && !key.startsWith(prefixOf(owner)));
}

function prefixOf(owner: string): string {
  // The length keeps one owner's prefix from being the beginning of another's.
  return `${root}${owner.length}:${owner}:`;
}

function purge(browser: () => BrowserStorage | undefined, isGone: (key: string) => boolean): void {
  attempt(browser, (storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
    for (const key of keys) if (key !== null && isGone(key)) storage.removeItem(key);
  });
}

function attempt<T>(browser: () => BrowserStorage | undefined, work: (storage: BrowserStorage) => T): T | undefined {
  try {
    const storage = browser();
    return storage && work(storage);
  } catch {
    return undefined;
  }
}
