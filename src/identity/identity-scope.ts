/**
 * Everything private of one identity is made through its scope and ends with it: shared controllers, requests, storage.
 *
 * Guarantees that nothing made here outlives `dispose`, and that two owners of one key share one value. When an identity
 * changes is the provider's to decide.
 */
import { createScopedStorage, purgeOthers, purgeStorage, type BrowserStorage, type ScopedStorage } from "./scoped-storage.js";
import { identityKey, storageOwner, type Identity } from "./identity.js";

/** Something that a scope shares and ends. */
export interface Disposable {
  dispose(): void;
}

export interface IdentityScope {
  readonly identity: Identity | null;
  readonly key: string;
  /** Aborts with `dispose`. */
  readonly signal: AbortSignal;
  readonly storage: ScopedStorage;
  /** The value of this key; made by the first who asks. */
  share<T extends Disposable>(key: string, make: () => T): T;
  /** Keeps a shared value from being let go while in use; the returned function gives it back. */
  retain(key: string, value: Disposable): () => void;
  /** A fetch that answers for this identity alone: aborted with the scope, and refused when somebody else answers. */
  guardFetch(mount: string, fetch: () => typeof globalThis.fetch): typeof globalThis.fetch;
  /** Aborts, ends and forgets everything, and purges the storage. */
  dispose(): void;
}
