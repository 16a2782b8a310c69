import { toHex } from "../../foundation/hex.js";

/** Facts that separate two people for a browser; they contain no secret and survive a change of key. */
export interface IdentityFacts {
  readonly organizationId: string;
  readonly source: string;
  readonly tenant: string;
  /** The actor's id, else the user, else null. */
  readonly person: string | null;
}

/** The value of `x-service-identity`: SHA-256, in lower-case hex, of the canonical JSON of the four facts. */
export async function identityDigest({ organizationId, source, tenant, person }: IdentityFacts): Promise<string> {
  const name = JSON.stringify([organizationId, source, tenant, person]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  return toHex(new Uint8Array(digest));
}
