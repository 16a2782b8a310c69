/** The credential of an installed integration: encrypted where it is kept, decrypted for one call. */
import type { IntegrationCredential } from "@service/sdk/protocol";
import { openSecret, secretsOf, type SecretsWorld } from "../secrets/required-secrets.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { IntegrationRecord } from "./integration-record.js";

/** @throws {ServiceApiError} 503 `secrets_key_missing`; the message says what to set. */
export async function sealCredential(
  world: SecretsWorld,
  integrationId: string,
  credential: IntegrationCredential,
): Promise<string> {
  return secretsOf(world).seal(nameOf(integrationId), canonicalJson(credential) ?? "");
}

/**
 * Null where the integration has none.
 *
 * @throws {ServiceApiError} 503 `secrets_unavailable` where it cannot be decrypted; the cause goes to the operator.
 */
export async function openCredential(
  world: SecretsWorld,
  { id, sealedCredential }: Pick<IntegrationRecord, "id" | "sealedCredential">,
): Promise<IntegrationCredential | null> {
  if (sealedCredential === null) return null;
  return JSON.parse(await openSecret(world, nameOf(id), sealedCredential)) as IntegrationCredential;
}

const nameOf = (integrationId: string) => `integration:${integrationId}`;
