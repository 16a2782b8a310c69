/**
 * The person that the host's `resolve` returns, for both doors: their digest, the check of a write against it, and
 * `GET …/identity`. Reads no body and makes no request to the service.
 */
import { header, headerJson } from "../../wire/protocol/headers.js";
import { identityDigest } from "../../wire/protocol/identity-digest.js";
import { DoorRefusal } from "./refusal.js";

/** The person of a checked resolution. */
type ResolvedPerson = (
  | { readonly tenant: string; readonly workspaceId?: undefined }
  | { readonly workspaceId: string; readonly tenant?: undefined }
) & {
  readonly user?: string | undefined;
  readonly actor?: { readonly id: string } | undefined;
};

/** Who was resolved, in the words that both doors share. */
export interface WhoAsks {
  readonly tenant: string | null;
  readonly workspaceId: string | null;
  /** The actor's id, or the user. */
  readonly person: string | null;
}

/** The resolved person, for the host's events. */
export function whoAsks({ tenant, workspaceId, actor, user }: ResolvedPerson): WhoAsks {
  return { tenant: tenant ?? null, workspaceId: workspaceId ?? null, person: actor?.id ?? user ?? null };
}

/** The value of `x-service-identity`, the same through both doors. */
export function resolutionDigest(
  { organizationId, source }: { readonly organizationId: string; readonly source: string },
  { tenant, workspaceId, actor, user }: ResolvedPerson,
): Promise<string> {
  return identityDigest({ organizationId, source, tenant: tenant ?? workspaceId, person: actor?.id ?? user ?? null });
}

/** @throws {DoorRefusal} (409) with code `identity_changed`, for a write from a page that was shown to another person. */
export function assertSameIdentity(request: Request, digest: string): void {
  const shown = request.headers.get(header.identity);
  if (shown === null || shown === digest) return;
  throw new DoorRefusal(409, "Another user is signed in now, so nothing was done. Reload the page.", {
    code: "identity_changed",
  });
}

/** Whether answers name the resolved tenant and person. Without an option, an unknown environment counts as production. */
function isDevelopment(option: boolean | undefined): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const environment = process?.env?.["NODE_ENV"];
  return environment !== "production" && (option ?? environment === "development");
}

/** Marks the door's answers with the caller's identity; in development also with the resolved tenant and person. */
export function nameCaller(headers: Headers, digest: string, who: WhoAsks, development: boolean | undefined): void {
  headers.set(header.identity, digest);
  if (isDevelopment(development)) headers.set(header.resolved, headerJson(who));
}

export function identityAnswer(
  headers: Headers,
  digest: string,
  { tenant, workspaceId, person }: WhoAsks,
  development: boolean | undefined,
): Response {
  const facts = isDevelopment(development) ? { tenant: tenant ?? workspaceId, person } : {};
  const answer = Response.json({ identity: digest, ...facts }, { headers });
  answer.headers.set("cache-control", "private, no-store");
  answer.headers.set("x-content-type-options", "nosniff");
  return answer;
}
