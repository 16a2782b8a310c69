import type { Identity } from "../identity/identity.js";
import { useServiceContext } from "./service-context.js";

/** Who is signed in as far as this page shows; null when nobody is. */
export function useIdentity(): Identity | null {
  return useServiceContext().scope.identity;
}
