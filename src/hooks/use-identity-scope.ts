import { useRef, useState } from "react";
import { identityKey, type Identity } from "../identity/identity.js";
import { createIdentityScope, type IdentityScope } from "../identity/identity-scope.js";
import { useBrowserLayoutEffect } from "./use-browser-layout-effect.js";
import { useLatest } from "./use-latest.js";

/**
 * The scope of who is signed in. Another identity gets another scope in the same commit, and the old one is ended with
 * that commit. After the host answered as somebody else, nobody is signed in until `identity` changes.
 */
export function useIdentityScope(
  identity: Identity | null | undefined,
  onIdentityChange: (() => void) | undefined,
): IdentityScope {
  const wanted = identityKey(identity);
  const [lost, setLost] = useState<string | null>(null);
  const latest = useLatest(onIdentityChange);
  const shown = lost === wanted ? null : identity;
  const make = () =>
    createIdentityScope(shown, {
      onIdentityChange() {
        setLost(wanted);
        latest.current?.();
      },
    });
  const [scope, setScope] = useState(make);
  // During render, so that no child is ever drawn with the scope of somebody else.
  if (scope.key !== identityKey(shown)) setScope(make());
  if (lost !== null && lost !== wanted) setLost(null);

  const current = useRef<IdentityScope | null>(null);
  useBrowserLayoutEffect(() => {
    if (current.current && current.current !== scope) current.current.dispose();
    current.current = scope;
    scope.activate();
  }, [scope]);
  return scope;
}
