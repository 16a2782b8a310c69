import { useEffect, useInsertionEffect, useReducer, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { systemClock } from "../foundation/clock.js";
import { nextTask } from "../foundation/next-task.js";
import { identityKey, storageOwner, type Identity } from "../identity/identity.js";
import { watchIdentity } from "../identity/identity-check.js";
import type { IdentityEnd } from "../identity/identity-guard.js";
import { createIdentityScope, type IdentityScope } from "../identity/identity-scope.js";
import { browserPage } from "./browser-page.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";
import { useLatest } from "./use-latest.js";

export interface IdentityScopeCallbacks {
  readonly onIdentityChange: (() => void) | undefined;
  readonly onDisagreement: (error: Error) => void;
}

/** The host's identity responses since the provider was given its identity. */
interface Doors {
  /** The key of an identity for which a door no longer answers, and how it ended. */
  readonly lost: { readonly key: string; readonly end: IdentityEnd } | null;
  /** Whether the page was restored and the host has not confirmed the identity yet. */
  readonly isVeiled: boolean;
}

interface UsedScope {
  readonly scope: IdentityScope;
  /**
   * Number of scopes that have ended. Components below render once more for each: React keeps the values of the render
   * before the last one, which are private data of the person who left.
   */
  readonly ended: number;
}

/**
 * The scope of the signed-in person. Another identity gets another scope in the same commit, which also ends the old
 * one. After the host answered as another person or with a 401, the page is signed out until `identity` changes; after a
 * 401 the person's stored data is kept until then. While the page is veiled, returns the scope of an unknown identity and
 * keeps the person's own.
 */
export function useIdentityScope(identity: Identity | null | undefined, callbacks: IdentityScopeCallbacks): UsedScope {
  const wanted = identityKey(identity);
  // A store, because React commits its changes synchronously: before the page is frozen, or in the frame of the
  // response.
  const [doors] = useState(() => createStore<Doors>()(() => ({ lost: null, isVeiled: false })));
  const { lost, isVeiled } = useStore(doors);
  const current = useRef<IdentityScope | null>(null);
  const isMounted = useRef(false);
  const latest = useLatest({
    ...callbacks,
    lose(scope: IdentityScope, end: IdentityEnd) {
      if (!isMounted.current || current.current !== scope) return;
      // Deferred to another task, so that the caller of the request is notified first.
      void nextTask().then(() => doors.setState({ lost: { key: scope.key, end }, isVeiled: false }));
      callbacks.onIdentityChange?.();
    },
  });
  const isLost = lost?.key === wanted;
  const shown = isLost ? null : identity;
  const expired = isLost && lost.end === "expired" && identity ? identity : undefined;
  const make = () => {
    const made = createIdentityScope(shown, {
      keeps: expired,
      onIdentityChange: (end) => latest.current.lose(made, end),
      onDisagreement: (error) => latest.current.onDisagreement(error),
    });
    return made;
  };
  const [scope, setScope] = useState(make);
  const [veil] = useState(() => createIdentityScope(undefined));
  // Set during render, so that no child renders with another person's scope.
  if (scope.key !== identityKey(shown) || scope.keeps !== (expired && storageOwner(expired))) setScope(make());

  useBrowserLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useBrowserLayoutEffect(() => {
    if (lost !== null && lost.key !== wanted) doors.setState({ lost: null });
  }, [doors, lost, wanted]);
  const [ended, countEnded] = useReducer((count: number) => count + 1, 0);
  useBrowserLayoutEffect(() => {
    if (current.current && current.current !== scope) {
      current.current.dispose();
      countEnded();
    }
    current.current = scope;
  }, [scope]);
  // A provider that `Activity` hides stays mounted, and keeps its storage: only this kind of effect outlives the hiding.
  useInsertionEffect(() => scope.mount(), [scope]);
  useBrowserLayoutEffect(() => {
    if (!scope.identity) return undefined;
    const stop = watchIdentity({
      page: browserPage,
      clock: systemClock,
      signal: scope.signal,
      ask: async (signal) => void (await Promise.all(scope.doors().map((door) => door.ask(signal)))),
      isFollowing: () => scope.doors().length === 0 || scope.doors().some((door) => door.isFollowing()),
      onVeil: (next) => doors.setState({ isVeiled: next }),
    });
    return () => {
      stop();
      doors.setState({ isVeiled: false });
    };
  }, [scope, doors]);
  const [first] = useState(scope);
  useEffect(() => {
    if (scope !== first) return scope.activate();
    // A loading page may mount its other roots in the same task.
    const timer = setTimeout(() => scope.activate());
    return () => clearTimeout(timer);
  }, [scope, first]);
  return { scope: isVeiled && scope.identity ? veil : scope, ended };
}
