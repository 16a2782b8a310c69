/** The signed-in person, as the host names them. Compared by value. */
export interface Identity {
  readonly tenant: string;
  readonly user: string;
  /** The value of `x-service-identity` that the host's backend sends, when the page was given it. */
  readonly token?: string | undefined;
}

/** Equal for equal identities, different for any other; `"signed-out"` for null, `"unknown"` for undefined. */
export function identityKey(identity: Identity | null | undefined): string {
  if (!identity) return identity === null ? "signed-out" : "unknown";
  return JSON.stringify([identity.tenant, identity.user, identity.token ?? null]);
}

/** Whose storage it is: a page that is given another token is still the same person's. */
export function storageOwner(identity: Identity | null | undefined): string {
  return identity ? JSON.stringify([identity.tenant, identity.user]) : "signed-out";
}
