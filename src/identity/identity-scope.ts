/**
 * Everything private of one identity is made through its scope and ends with it: shared values, requests, storage.
 *
 * Guarantees that nothing made here outlives `dispose`, and that all who ask for one key share one value. When an
 * identity changes is the provider's to decide; what a value is, its maker's.
 */
import { ServiceError } from "../foundation/base-error.js";
import { identityKey, storageOwner, type Identity } from "./identity.js";
import { createIdentityGuard, type FetchSource } from "./identity-guard.js";
import { disagreement } from "./identity-report.js";
import {
  createScopedStorage,
  mountOwner,
  purgeUnmounted,
  type BrowserStorage,
  type ScopedStorage,
} from "./scoped-storage.js";

/** Something that a scope shares and ends. */
export interface Disposable {
  readonly dispose: () => void;
}

export interface IdentityScope {
  readonly identity: Identity | null;
  readonly key: string;
  /** Aborts with `dispose`. */
  readonly signal: AbortSignal;
  readonly storage: ScopedStorage;
  /** The value of this key, made by the first who asks. Making one must have no effect outside it. */
  readonly share: <T extends Disposable>(key: string, make: () => T) => T;
  /**
   * As `share`, for values of which there may be any number, such as one for each conversation: held weakly until somebody
   * retains it, so that what was made in a render that never was shown is let go. Keep what you are given for as long as
   * it is to be the same.
   */
  readonly lend: <T extends Disposable>(key: string, make: () => T) => T;
  /** Keeps a shared value while it is in use; the returned function gives it back. */
  readonly retain: (key: string, value: Disposable) => () => void;
  /**
   * A fetch that speaks for this identity alone. It aborts with the scope, and rejects with `identity_changed` when the
   * host answers a mount as somebody else.
   */
  readonly guardFetch: (mount: string, fetch: FetchSource) => typeof globalThis.fetch;
  /** Ends the identity, as nobody is signed in any more: a 401 that stands after the host's headers were asked for anew. */
  readonly refuse: () => void;
  /**
   * Registers how a mount is asked who is signed in, and whether a stream through it is open now. The last registration
   * of a mount counts.
   */
  readonly addDoor: (mount: string, door: IdentityDoor) => void;
  /** The doors that this identity has used: one for all mounts that have answered alike, and one for each other mount. */
  readonly doors: () => readonly IdentityDoor[];
  /** Keeps the identity's storage from being purged by other scopes of the page until the returned function is called. */
  readonly mount: () => () => void;
  /**
   * Removes the storage of every identity that is not mounted. Call it after all scopes of a commit are mounted; it waits
   * while the identity of a mounted scope is not known.
   */
  readonly activate: () => void;
  /**
   * Aborts, ends and forgets everything, and writes to the storage no more. What is there stays for the next scope, which
   * may be the same person's with another token; anybody else's purges it.
   */
  readonly dispose: () => void;
}

/** One of the host's doors, as far as asking for the signed-in identity goes. */
export interface IdentityDoor {
  /** Resolves once the door has answered. Another identity, or a 401 that stands, ends the scope. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  /** Whether a stream is open that ends with the sign-in. */
  readonly isFollowing: () => boolean;
}

export interface IdentityScopeOptions {
  /** Where drafts and unsent messages are kept. @default the page's session storage */
  readonly storage?: (() => BrowserStorage | undefined) | undefined;
  /** The host answers as somebody else, or knows nobody any more. Called once. */
  readonly onIdentityChange?: (() => void) | undefined;
  /** The identity disagrees with what a door in development resolved. Called once for each way to disagree. */
  readonly onDisagreement?: ((error: ServiceError) => void) | undefined;
  /** How many shared values are kept while nobody uses them. @default 8 */
  readonly keep?: number | undefined;
}

interface Shared {
  readonly value: Disposable;
  users: number;
  wasUsed: boolean;
}

/** Without an identity it is nobody's: `null` when nobody is signed in, `undefined` while that is not known yet. */
export function createIdentityScope(
  identity: Identity | null | undefined,
  options: IdentityScopeOptions = {},
): IdentityScope {
  const { storage: browser = sessionStorageOfPage, keep = 8 } = options;
  const owner = storageOwner(identity);
  const end = new AbortController();
  const shared = new Map<string, Shared>();
  /** Weak, as what nobody holds any more needs no end. */
  const lent = createLoans();
  const guard = createIdentityGuard({
    signal: end.signal,
    token: identity?.token,
    onMismatch: () => options.onIdentityChange?.(),
    onResolved(resolved) {
      if (!identity || reported.has(resolved)) return;
      reported.add(resolved);
      const error = disagreement(identity, resolved);
      if (error) options.onDisagreement?.(error);
    },
  });
  const reported = new Set<string>();
  const doors = new Map<string, IdentityDoor>();

  /**
   * Lets those go that were given back longest ago. They end only with the scope: a hidden component may come back to
   * one.
   */
  function forgetIdle(): void {
    const idle = [...shared].filter(([, { users, wasUsed }]) => users === 0 && wasUsed);
    for (const [key, { value }] of idle.slice(0, Math.max(0, idle.length - keep))) {
      shared.delete(key);
      lent.add(key, value);
    }
  }

  return {
    identity: identity ?? null,
    key: identityKey(identity),
    signal: end.signal,
    storage: createScopedStorage(owner, () => (end.signal.aborted ? undefined : browser())),
    share<T extends Disposable>(key: string, make: () => T): T {
      const known = shared.get(key);
      if (known) return known.value as T;
      const value = make();
      if (end.signal.aborted) value.dispose();
      else shared.set(key, { value, users: 0, wasUsed: false });
      return value;
    },
    lend<T extends Disposable>(key: string, make: () => T): T {
      const known = shared.get(key)?.value ?? lent.find(key);
      if (known) return known as T;
      const value = make();
      if (end.signal.aborted) value.dispose();
      else lent.add(key, value);
      return value;
    },
    retain(key, value) {
      const entry = shared.get(key) ?? { value, users: 0, wasUsed: true };
      if (entry.value !== value || end.signal.aborted) return () => {};
      shared.set(key, entry);
      entry.users += 1;
      entry.wasUsed = true;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        entry.users -= 1;
        if (entry.users > 0 || shared.get(key) !== entry) return;
        shared.delete(key);
        shared.set(key, entry);
        forgetIdle();
      };
    },
    guardFetch: guard.guardFetch,
    refuse: guard.refuse,
    addDoor: (mount, door) => void doors.set(mount, door),
    doors: () => [...new Map([...doors].map(([mount, door]) => [guard.expected(mount), door])).values()],
    mount: () => mountOwner(identity === undefined ? undefined : owner, browser),
    activate() {
      // Until it is known who is there, what is kept may be theirs.
      if (identity !== undefined) purgeUnmounted(browser, owner);
    },
    dispose() {
      if (end.signal.aborted) return;
      end.abort(new ServiceError("The person changed or signed out.", { code: "aborted" }));
      const ended = new Set([...[...shared.values()].map(({ value }) => value), ...lent.all()]);
      shared.clear();
      doors.clear();
      for (const value of ended) value.dispose();
    },
  };
}

/** Values by key that are kept by whoever uses them. */
function createLoans() {
  const refs = new Map<string, WeakRef<Disposable>>();
  let sweepAt = 64;
  /** Takes out the keys of what is gone, as often as their number has doubled. */
  function sweep(): void {
    if (refs.size < sweepAt) return;
    for (const [key, ref] of refs) if (!ref.deref()) refs.delete(key);
    sweepAt = Math.max(64, refs.size * 2);
  }
  return {
    find: (key: string) => refs.get(key)?.deref(),
    add(key: string, value: Disposable) {
      sweep();
      refs.set(key, new WeakRef(value));
    },
    all: () => [...refs.values()].flatMap((ref) => ref.deref() ?? []),
  };
}

function sessionStorageOfPage(): BrowserStorage | undefined {
  return typeof window === "undefined" ? undefined : window.sessionStorage;
}
