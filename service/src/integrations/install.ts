/** Decides installs and removals from the integration that has the key. */
import { conflict, limitExceeded } from "../sessions/api-failure.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { IntegrationChange, IntegrationRecord } from "./integration-record.js";

/** How many integrations one owner may have in a workspace. */
export const mostIntegrations = 50;

export interface Installation {
  /** The record of a new integration. A replacement keeps the id and creation time of the existing one. */
  readonly wished: Omit<IntegrationRecord, "version" | "sealedCredential">;
  /** Undefined if none was given: the stored credential stays while the origin is the same. */
  readonly sealedCredential: string | undefined;
  /** The version that the caller expects to replace; undefined replaces nothing. */
  readonly expectedVersion: number | undefined;
  /** Whether the given credential equals the stored one, or none was given. */
  readonly isSameCredential: boolean;
  /** The version that `isSameCredential` and the id of `wished` were decided on; null for none. */
  readonly seenVersion: number | null;
}

/**
 * Repeating an installation returns the same record and changes nothing. Null where another request has changed the
 * integration since it was seen: see it again, then decide.
 */
export function install(
  known: IntegrationRecord | null,
  count: number,
  { wished, sealedCredential, expectedVersion, isSameCredential, seenVersion }: Installation,
): IntegrationChange<IntegrationRecord | null> {
  if ((known?.version ?? null) !== seenVersion) return { result: null };
  if (known === null) {
    if (expectedVersion !== undefined) throw moved(known);
    if (count >= mostIntegrations) {
      throw limitExceeded(`${mostIntegrations} integrations are installed already. Remove one first.`);
    }
    const put = { ...wished, sealedCredential: sealedCredential ?? null, version: 1 };
    return { put, result: put };
  }
  if (isSameCredential && contentOf(known) === contentOf(wished)) return { result: known };
  if (expectedVersion !== known.version) throw moved(known);
  const put = {
    ...wished,
    id: known.id,
    createdAt: known.createdAt,
    sealedCredential: sealedCredential ?? keptCredential(known, wished),
    version: known.version + 1,
  };
  return { put, result: put };
}

/** A stored credential is dropped when the origin changes or its scheme no longer exists. */
function keptCredential(known: IntegrationRecord, wished: Installation["wished"]): string | null {
  const isSameOrigin = new URL(known.baseUrl).origin === new URL(wished.baseUrl).origin;
  return isSameOrigin && canonicalJson(known.auth.schemes) === canonicalJson(wished.auth.schemes)
    ? known.sealedCredential
    : null;
}

function contentOf({ contentSha256, displayName, tools, source }: Installation["wished"]): string | undefined {
  return canonicalJson([contentSha256, displayName, tools.map(({ id }) => id).toSorted(), source]);
}

export function uninstall(
  known: IntegrationRecord | null,
  expected: readonly (number | undefined)[],
): IntegrationChange<"not_installed" | "uninstalled"> {
  if (known === null) return { result: "not_installed" };
  if (expected.some((version) => version !== undefined && version !== known.version)) throw moved(known);
  return { remove: true, result: "uninstalled" };
}

function moved(known: IntegrationRecord | null) {
  return conflict(
    known === null
      ? "There is no integration with this key any more. Preview it again."
      : "An integration with this key is installed in another version. Preview again and send its version as expectedInstanceVersion, or choose another instanceKey.",
    "INTEGRATION_VERSION_CHANGED",
    { current: known === null ? null : { instanceVersion: known.version } },
  );
}
