/** Who the host says is signed in. Compared by value. */
export interface Identity {
  readonly tenant: string;
  readonly user: string;
  /** What the host's backend answers as `x-service-identity`, when the page was given it. */
  readonly token?: string | undefined;
}

/** The same for equal identities, different for any other; `"signed-out"` for nobody, `"unknown"` until it is known. */
export function identityKey(identity: Identity | null | undefined): string {
  if (!identity) return identity === null ? "signed-out" : "unknown";
  return JSON.stringify([identity.tenant, identity.user, identity.token ?? null]);
}

/** Whose storage it is: a page that is given another token is still the same person's. */
export function storageOwner(identity: Identity | null | undefined): string {
  return identity ? JSON.stringify([identity.tenant, identity.user]) : "signed-out";
}
