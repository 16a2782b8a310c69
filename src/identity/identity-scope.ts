/**
 * Everything private of one identity is made through its scope and ends with it: shared values, requests, storage.
 *
 * Guarantees that nothing made here outlives `dispose`, and that all callers with the same key share one value. The
 * provider decides when the identity changes. The creator of a value defines its behaviour.
 */
import { ServiceError } from "../foundation/base-error.js";
import { identityKey, storageOwner, type Identity } from "./identity.js";
import { createIdentityGuard, type FetchSource, type IdentityEnd } from "./identity-guard.js";
import { disagreement } from "./identity-report.js";
import {
  createScopedStorage,
  mountOwners,
  purgeUnmounted,
  type BrowserStorage,
  type ListedStorage,
} from "./scoped-storage.js";

/** A value that a scope shares, and disposes of at its end. */
export interface Disposable {
  /** Writes its last changes to the storage. Called before the scope ends; afterwards nothing can be written. */
  readonly settle?: () => void;
  readonly dispose: () => void;
}

export interface IdentityScope {
  readonly identity: Identity | null;
  /** Whether the signed-in person is not known yet, or no longer. */
  readonly isUnknown: boolean;
  readonly key: string;
  /** Aborts with `dispose`. */
  readonly signal: AbortSignal;
  readonly storage: ListedStorage;
  /** Returns the value of this key, created at the first call. Creating it must have no effect outside it. */
  readonly share: <T extends Disposable>(key: string, make: () => T) => T;
  /**
   * Like `share`, for any number of values, such as one for each conversation: weakly referenced until `retain`, so values
   * of renders that were never committed are collected. Keep a reference for as long as the value has to stay the
   * same.
   */
  readonly lend: <T extends Disposable>(key: string, make: () => T) => T;
  /** Keeps a shared value while it is in use; the returned function releases it. */
  readonly retain: (key: string, value: Disposable) => () => void;
  /**
   * A fetch bound to this identity. It aborts with the scope, and rejects with `identity_changed` when the host
   * answers a mount with another identity.
   */
  readonly guardFetch: (mount: string, fetch: FetchSource) => typeof globalThis.fetch;
  /** Gives what a mount is expected to answer, before its first answer: `x-service-identity` as the host's server read it. */
  readonly expectIdentity: (mount: string, identity: string) => void;
  /**
   * Ends the identity because the person is signed out: the response was still 401 after the host's headers were
   * refreshed.
   */
  readonly refuse: (mount: string) => void;
  /**
   * Registers how to ask a mount who is signed in, and whether a stream through it is open now. The last registration
   * of a mount counts. A `spare` registration counts only if the mount has no other.
   */
  readonly addDoor: (mount: string, door: IdentityDoor, kind?: "spare") => void;
  /** The doors that this identity has used: one for each distinct identity digest that the mounts returned. */
  readonly doors: () => readonly IdentityDoor[];
  /** The owner of stored data that is kept without being readable: a person whose sign-in expired. */
  readonly keeps: string | undefined;
  /** Keeps the identity's storage from being purged by other scopes of the page until the returned function is called. */
  readonly mount: () => () => void;
  /**
   * Removes the storage of every identity that is not mounted. Call it after all scopes of a commit are mounted; it waits
   * while the identity of a mounted scope is not known.
   */
  readonly activate: () => void;
  /**
   * Aborts, ends and forgets everything, and stops writing to the storage. Stored data, with what `settle` writes last,
   * stays for the next scope, which may belong to the same person with another token; any other identity purges it.
   */
  readonly dispose: () => void;
}

/** An endpoint of the host that answers who is signed in. */
export interface IdentityDoor {
  /** Resolves once the endpoint has answered. Another identity, or a 401 after a refresh, ends the scope. */
  readonly ask: (signal: AbortSignal) => Promise<void>;
  /** Whether a stream is open that ends with the sign-in. */
  readonly isFollowing: () => boolean;
}

export interface IdentityScopeOptions {
  /** Where drafts and unsent messages are kept. @default the page's session storage */
  readonly storage?: (() => BrowserStorage | undefined) | undefined;
  /** A person whose sign-in expired: the storage of this person is not purged while this scope is mounted. */
  readonly keeps?: Identity | undefined;
  /** The host answered as another person, or refused this one with a 401. Called once. */
  readonly onIdentityChange?: ((end: IdentityEnd) => void) | undefined;
  /** Called at a 401 of a mount that has accepted nothing of this identity: true keeps it. @default a 401 ends it */
  readonly endures?: (() => boolean) | undefined;
  /** The identity disagrees with what a door in development resolved. Called once for each way to disagree. */
  readonly onDisagreement?: ((error: ServiceError) => void) | undefined;
  /** Number of unused shared values to keep. @default 8 */
  readonly keep?: number | undefined;
}

interface Shared {
  readonly value: Disposable;
  users: number;
  wasUsed: boolean;
}

/** The scope has no owner without an identity: `null` when signed out, `undefined` until that is known. */
export function createIdentityScope(
  identity: Identity | null | undefined,
  options: IdentityScopeOptions = {},
): IdentityScope {
  const { storage: browser = sessionStorageOfPage, keep = 8 } = options;
  const owner = storageOwner(identity);
  const end = new AbortController();
  const shared = new Map<string, Shared>();
  /** Weak, because a value without a user needs no disposal. */
  const lent = createLoans();
  const { expected, ...guard } = createIdentityGuard({
    signal: end.signal,
    token: identity?.token,
    ask: (mounts) => all(mounts.flatMap((mount) => doors.get(mount)?.ask(end.signal) ?? [])),
    onMismatch: (how) => options.onIdentityChange?.(how),
    endures: options.endures,
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
   * Releases the values that have been unused for longest. They are disposed only with the scope: a hidden component
   * may use one again.
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
    isUnknown: identity === undefined,
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
    ...guard,
    addDoor(mount, door, kind) {
      if (kind === undefined || !doors.has(mount)) doors.set(mount, door);
    },
    doors: () => [...new Map([...doors].map(([mount, door]) => [expected(mount), door])).values()],
    keeps: options.keeps && storageOwner(options.keeps),
    mount: () => mountOwners(ownersOf(identity, options.keeps), browser),
    activate() {
      // Until the identity is known, stored data may belong to this person.
      if (identity !== undefined) purgeUnmounted(browser, owner);
    },
    dispose() {
      if (end.signal.aborted) return;
      const ended = new Set([...[...shared.values()].map(({ value }) => value), ...lent.all()]);
      for (const value of ended) value.settle?.();
      end.abort(new ServiceError("The person changed or signed out.", { code: "aborted" }));
      shared.clear();
      doors.clear();
      for (const value of ended) value.dispose();
      forgetLastMatch();
    },
  };
}

/** The owners whose stored data no other scope of the page may purge; `undefined` while it is not known whose it is. */
function ownersOf(identity: Identity | null | undefined, keeps: Identity | undefined) {
  const owner = identity === undefined ? undefined : storageOwner(identity);
  return keeps ? [owner, storageOwner(keeps)] : [owner];
}

async function all(answers: readonly Promise<void>[]): Promise<void> {
  await Promise.all(answers);
}

/** Engines keep the text of the last match in `RegExp.input`, which may be a draft. An empty match replaces it. */
function forgetLastMatch(): void {
  /^/.exec("");
}

/** Values by key, kept alive by their users. */
function createLoans() {
  const refs = new Map<string, WeakRef<Disposable>>();
  let sweepAt = 64;
  /** Removes the keys of collected values, each time their number has doubled. */
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
