/** The credential of an installed integration: encrypted where it is kept, decrypted for one call. */
import { isServiceError, ServiceApiError, type IntegrationCredential } from "@service/sdk/protocol";
import type { SecretBox } from "../secrets/secret-box.js";
import { canonicalJson } from "../sessions/canonical-json.js";
import type { IntegrationRecord } from "./integration-record.js";

export interface CredentialWorld {
  /** Null without a key of the host's. */
  readonly secrets: SecretBox | null;
  readonly onError: (error: unknown) => void;
}

/** @throws {ServiceApiError} 503 `secrets_key_missing`; the message says what to set. */
export async function sealCredential(
  { secrets }: CredentialWorld,
  integrationId: string,
  credential: IntegrationCredential,
): Promise<string> {
  if (secrets !== null) return secrets.seal(nameOf(integrationId), canonicalJson(credential) ?? "");
  throw new ServiceApiError(
    "The service has no key for secrets, so it keeps no credential. Give it one: SERVICE_SECRETS_KEY, or the option secretsKey, with 32 random bytes as base64 (openssl rand -base64 32).",
    { status: 503, code: "secrets_key_missing", retryable: false },
  );
}

/**
 * Null where the integration has none.
 *
 * @throws {ServiceApiError} 503 `secrets_unavailable` where it cannot be decrypted; the cause goes to the operator.
 */
export async function openCredential(
  { secrets, onError }: CredentialWorld,
  { id, sealedCredential }: Pick<IntegrationRecord, "id" | "sealedCredential">,
): Promise<IntegrationCredential | null> {
  if (sealedCredential === null) return null;
  try {
    if (secrets !== null) return JSON.parse(await secrets.open(nameOf(id), sealedCredential)) as IntegrationCredential;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    onError(error);
  }
  throw new ServiceApiError(
    "The credential of this integration cannot be decrypted. The service's log says which key is missing.",
    {
      status: 503,
      code: "secrets_unavailable",
      retryable: true,
    },
  );
}

const nameOf = (integrationId: string) => `integration:${integrationId}`;
