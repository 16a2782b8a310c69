import { useEffect, useInsertionEffect, useReducer, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { createBackOff, type BackOff } from "../foundation/back-off.js";
import { systemClock } from "../foundation/clock.js";
import { nextTask } from "../foundation/next-task.js";
import { identityKey, storageOwner, type Identity } from "../identity/identity.js";
import { watchIdentity, type IdentityCheck } from "../identity/identity-check.js";
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
  /** Number of times that the doors accepted an identity again that they had refused. */
  readonly accepted: number;
}

/** A 401 of which the host was notified. */
interface Notice {
  readonly key: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Waits before the doors are asked again. */
  readonly backOff: BackOff;
}

/** How long (ms) the host's answer counts that it is the same person: meanwhile another 401 is no news to the host. */
const noticeMs = 60_000;

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
 *
 * A host that names the same person again while the doors still answer 401 keeps its page: the kit asks the doors after a
 * growing wait, and the host again after a minute.
 */
export function useIdentityScope(identity: Identity | null | undefined, callbacks: IdentityScopeCallbacks): UsedScope {
  const wanted = identityKey(identity);
  // A store, because React commits its changes synchronously: before the page is frozen, or in the frame of the
  // response.
  const [doors] = useState(() => createStore<Doors>()(() => ({ lost: null, isVeiled: false, accepted: 0 })));
  const { lost, isVeiled, accepted } = useStore(doors);
  const current = useRef<IdentityScope | null>(null);
  const isMounted = useRef(false);
  const notice = useRef<Notice | null>(null);
  const check = useRef<IdentityCheck | null>(null);
  const latest = useLatest({
    ...callbacks,
    lose(scope: IdentityScope, end: IdentityEnd) {
      if (!isMounted.current || current.current !== scope) return;
      if (end === "expired") notice.current = { key: scope.key, at: systemClock.now(), backOff: createBackOff() };
      // Deferred to another task, so that the caller of the request is notified first.
      void nextTask().then(() => doors.setState({ lost: { key: scope.key, end }, isVeiled: false }));
      callbacks.onIdentityChange?.();
    },
    endures(scope: IdentityScope): boolean {
      const last = notice.current;
      if (last?.key !== scope.key || systemClock.now() - last.at >= noticeMs) return false;
      if (current.current === scope) check.current?.askLater(last.backOff);
      return true;
    },
  });
  const isLost = lost?.key === wanted;
  const shown = isLost ? null : identity;
  const expired = isLost && lost.end === "expired" && identity ? identity : undefined;
  const make = () => {
    const made = createIdentityScope(shown, {
      keeps: expired,
      onIdentityChange: (end) => latest.current.lose(made, end),
      endures: () => latest.current.endures(made),
      onDisagreement: (error) => latest.current.onDisagreement(error),
    });
    return { scope: made, accepted };
  };
  const [shownScope, setScope] = useState(make);
  const { scope } = shownScope;
  const [veil] = useState(() => createIdentityScope(undefined));
  // Set during render, so that no child renders with another person's scope.
  const isOther = scope.key !== identityKey(shown) || scope.keeps !== (expired && storageOwner(expired));
  if (isOther || accepted !== shownScope.accepted) setScope(make());

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
    const watch = watchIdentity({
      page: browserPage,
      clock: systemClock,
      signal: scope.signal,
      ask: async (signal) => void (await Promise.all(scope.doors().map((door) => door.ask(signal)))),
      isFollowing: () => scope.doors().length === 0 || scope.doors().some((door) => door.isFollowing()),
      onVeil: (next) => doors.setState({ isVeiled: next }),
      onAccepted: () => doors.setState(({ accepted: before }) => ({ accepted: before + 1 })),
    });
    check.current = watch;
    return () => {
      watch.stop();
      check.current = null;
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
