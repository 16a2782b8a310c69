/**
 * Compares the provider's identity with the one that `resolve` returned (`x-service-resolved`, in development only).
 */
import { ServiceError } from "../foundation/base-error.js";
import type { Identity } from "./identity.js";

export const resolvedHeader = "x-service-resolved";

/** The error that names both sides, or null when they agree or the header is malformed. */
export function disagreement(identity: Identity, resolved: string): ServiceError | null {
  const { tenant, workspaceId, person } = parse(resolved);
  // A host that resolves a workspace may call its tenant anything.
  const isTenant = typeof tenant !== "string" || tenant === identity.tenant;
  const isPerson = typeof person !== "string" || person === identity.user;
  if (isTenant && isPerson && identity.tenant) return null;
  const page = `tenant ${JSON.stringify(identity.tenant)}, user ${JSON.stringify(identity.user)}`;
  const host = `tenant ${JSON.stringify(tenant ?? workspaceId)}, person ${JSON.stringify(person)}`;
  const missing = identity.tenant ? "" : " The identity has no tenant.";
  return new ServiceError(
    `ServiceProvider's identity (${page}) disagrees with what the host's resolve returned (${host}).${missing} ` +
      "Give both the same tenant and user, or drafts of two tenants share one owner. Reported in development only.",
    { code: "identity_disagrees" },
  );
}

interface Resolved {
  readonly tenant?: unknown;
  readonly workspaceId?: unknown;
  readonly person?: unknown;
}

function parse(text: string): Resolved {
  try {
    return (JSON.parse(text) as Resolved | null) ?? {};
  } catch {
    return {};
  }
}
