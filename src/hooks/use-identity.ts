import type { Identity } from "../identity/identity.js";
import { useOptionalServiceContext, useServiceContext } from "./service-context.js";

/** Who is signed in as far as this page shows; null when nobody is. */
export function useIdentity(): Identity | null {
  return useServiceContext().scope.identity;
}

/**
 * Changes when another person is signed in. Components that keep something private of their own, such as what was typed,
 * take it as their React key, so that it goes in the commit that shows the other person.
 */
export function useIdentityKey(): string {
  return useServiceContext().scope.key;
}

/** Who is signed in; null when nobody is, and where there is no provider. */
export function useOptionalIdentity(): Identity | null {
  return useOptionalServiceContext()?.scope.identity ?? null;
}
