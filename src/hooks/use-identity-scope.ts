import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { systemClock } from "../foundation/clock.js";
import { nextTask } from "../foundation/next-task.js";
import { identityKey, type Identity } from "../identity/identity.js";
import { watchIdentity } from "../identity/identity-check.js";
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
  /** The key of an identity that a door no longer answers. */
  readonly lost: string | null;
  /** Whether the host has yet to answer after the page was restored. */
  readonly isVeiled: boolean;
}

/**
 * The scope of the signed-in person. Another identity gets another scope in the same commit, which also ends the old
 * one. After the host answered as another person or as nobody, nobody is signed in until `identity` changes. While
 * the page is veiled, the scope is that of an unknown identity, and the person's own is kept.
 */
export function useIdentityScope(
  identity: Identity | null | undefined,
  callbacks: IdentityScopeCallbacks,
): IdentityScope {
  const wanted = identityKey(identity);
  // A store, as its changes are committed at once: before the page is frozen, or within the frame of the answer.
  const [doors] = useState(() => createStore<Doors>()(() => ({ lost: null, isVeiled: false })));
  const { lost, isVeiled } = useStore(doors);
  const current = useRef<IdentityScope | null>(null);
  const isMounted = useRef(false);
  const latest = useLatest({
    ...callbacks,
    lose(scope: IdentityScope) {
      if (!isMounted.current || current.current !== scope) return;
      // In a task of its own, so that the caller of the request is notified first.
      void nextTask().then(() => doors.setState({ lost: scope.key, isVeiled: false }));
      callbacks.onIdentityChange?.();
    },
  });
  const shown = lost === wanted ? null : identity;
  const make = () => {
    const made = createIdentityScope(shown, {
      onIdentityChange: () => latest.current.lose(made),
      onDisagreement: (error) => latest.current.onDisagreement(error),
    });
    return made;
  };
  const [scope, setScope] = useState(make);
  const [veil] = useState(() => createIdentityScope(undefined));
  // During render, so that no child is ever drawn with another person's scope.
  if (scope.key !== identityKey(shown)) setScope(make());

  useBrowserLayoutEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  useBrowserLayoutEffect(() => {
    if (lost !== null && lost !== wanted) doors.setState({ lost: null });
  }, [doors, lost, wanted]);
  useBrowserLayoutEffect(() => {
    if (current.current && current.current !== scope) current.current.dispose();
    current.current = scope;
    return scope.mount();
  }, [scope]);
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
    // A page that loads may mount its other roots in the same task.
    const timer = setTimeout(() => scope.activate());
    return () => clearTimeout(timer);
  }, [scope, first]);
  return isVeiled && scope.identity ? veil : scope;
}
