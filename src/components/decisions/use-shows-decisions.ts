import { useMemo, useState, useSyncExternalStore } from "react";
import { useBrowserLayoutEffect } from "../../hooks/use-browser-layout-effect.js";
import { useOptionalServiceContext } from "../../hooks/service-context.js";
import type { Decision } from "./decision-types.js";

/**
 * Kinds of outlets that show decisions, in order of precedence: a list that the host placed, a whole conversation, and
 * its two halves (timeline, composer). Each decision is shown once, by the first kind on the page that has it.
 */
export type Outlet = "list" | "conversation" | "composer" | "timeline";

const ranks: Readonly<Record<Outlet, number>> = { list: 0, conversation: 1, composer: 2, timeline: 3 };

/** The decisions of one outlet. */
interface Claim {
  readonly owner: object;
  readonly outlet: Outlet;
  readonly keys: ReadonlySet<string>;
}

interface Claims {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getState: () => readonly Claim[];
  readonly put: (owner: object, claim: Claim | null) => void;
}

/** One for the outlets of one person under one provider. */
const claimsOf = new WeakMap<object, Claims>();

/** The decisions that this outlet shows; all of them without a provider. */
export function useShowsDecisions(decisions: readonly Decision[], outlet: Outlet): readonly Decision[] {
  const scope = useOptionalServiceContext()?.scope;
  const claims = scope ? sharedClaims(scope) : noClaims;
  const [owner] = useState<object>(() => ({}));
  const all = useSyncExternalStore(claims.subscribe, claims.getState, noClaims.getState);
  const key = JSON.stringify(decisions.map(keyOf));
  useBrowserLayoutEffect(() => {
    claims.put(owner, { owner, outlet, keys: new Set(JSON.parse(key) as string[]) });
  }, [claims, owner, outlet, key]);
  useBrowserLayoutEffect(() => () => claims.put(owner, null), [claims, owner]);
  return useMemo(() => {
    if (outlet === "list" || claims === noClaims) return decisions;
    // A half shows nothing until the other outlets have registered, so no decision appears twice.
    const isHalf = outlet === "composer" || outlet === "timeline";
    if (isHalf && all.length === 0) return nothing;
    return decisions.filter((decision) => {
      const rivals = all.filter((claim) => claim.owner !== owner && claim.keys.has(keyOf(decision)));
      if (rivals.some((rival) => ranks[rival.outlet] < ranks[outlet])) return false;
      // If two outlets of one kind have a decision, the first one shows it.
      const mine = all.findIndex((claim) => claim.owner === owner);
      return !isHalf || rivals.every((rival) => rival.outlet !== outlet || all.indexOf(rival) > mine);
    });
  }, [decisions, outlet, all, claims, owner]);
}

const nothing: readonly Decision[] = [];

/** A turn's id is unique; an agent may number the calls of two sessions alike. */
function keyOf({ turnId, id }: Decision): string {
  return `${turnId ?? ""} ${id}`;
}

function sharedClaims(scope: object): Claims {
  const known = claimsOf.get(scope) ?? createClaims();
  claimsOf.set(scope, known);
  return known;
}

function createClaims(): Claims {
  const listeners = new Set<() => void>();
  const byOwner = new Map<object, Claim>();
  let state: readonly Claim[] = [];
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    put(owner, claim) {
      if (claim) byOwner.set(owner, claim);
      else if (!byOwner.delete(owner)) return;
      state = [...byOwner.values()];
      for (const listener of listeners) listener();
    },
  };
}

const empty: readonly Claim[] = [];
const noClaims: Claims = { subscribe: () => () => undefined, getState: () => empty, put: () => undefined };
