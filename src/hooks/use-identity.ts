import type { Identity } from "../identity/identity.js";
import { useOptionalServiceContext, useServiceContext } from "./service-context.js";

/** The signed-in person of this page; null when signed out. */
export function useIdentity(): Identity | null {
  return useServiceContext().scope.identity;
}

/**
 * Changes when another person is signed in. Components with private state of their own, such as typed text, use it as
 * their React key, so that the state is dropped in the commit that shows the other person.
 */
export function useIdentityKey(): string {
  return useServiceContext().scope.key;
}

/** The signed-in person; null when signed out, and without a provider. */
export function useOptionalIdentity(): Identity | null {
  return useOptionalServiceContext()?.scope.identity ?? null;
}
