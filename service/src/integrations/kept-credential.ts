/** The credential of an installed integration: encrypted where it is kept, decrypted for one call. */
import type { IntegrationCredential } from "@service/sdk/protocol";
import { openSecret, secretsOf, type SecretsWorld } from "../secrets/required-secrets.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { IntegrationRecord } from "./integration-record.js";

/** @throws {ServiceApiError} 503 `secrets_key_missing`; the message names the setting. */
export async function sealCredential(
  world: SecretsWorld,
  integrationId: string,
  credential: IntegrationCredential,
): Promise<string> {
  return secretsOf(world).seal(nameOf(integrationId), canonicalJson(credential) ?? "");
}

/**
 * Null when the integration has no credential.
 *
 * @throws {ServiceApiError} 503 `secrets_unavailable` when it cannot be decrypted; the operator gets the cause.
 */
export async function openCredential(
  world: SecretsWorld,
  { id, sealedCredential }: Pick<IntegrationRecord, "id" | "sealedCredential">,
): Promise<IntegrationCredential | null> {
  if (sealedCredential === null) return null;
  return JSON.parse(await openSecret(world, nameOf(id), sealedCredential)) as IntegrationCredential;
}

const nameOf = (integrationId: string) => `integration:${integrationId}`;
