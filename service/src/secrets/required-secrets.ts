/** Secrets of a family's records: encrypted before they are stored, and the errors where that cannot be. */
import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import type { SecretBox } from "./secret-box.js";

export interface SecretsWorld {
  /** Null without a key of the host's. */
  readonly secrets: SecretBox | null;
  readonly onError: (error: unknown) => void;
}

/** @throws {ServiceApiError} 503 `secrets_key_missing`; the message names the setting. */
export function secretsOf({ secrets }: Pick<SecretsWorld, "secrets">): SecretBox {
  if (secrets !== null) return secrets;
  throw new ServiceApiError(
    "The service has no key for secrets, so it stores none. Set one: SERVICE_SECRETS_KEY, or the option secretsKey, with 32 random bytes as base64 (openssl rand -base64 32).",
    { status: 503, code: "secrets_key_missing", retryable: false },
  );
}

/**
 * Decrypts the result of `seal` for `record`.
 *
 * @throws {ServiceApiError} 503 `secrets_unavailable` when it cannot be decrypted; the operator gets the cause.
 */
export async function openSecret(world: SecretsWorld, record: string, sealed: string): Promise<string> {
  try {
    return await secretsOf(world).open(record, sealed);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    world.onError(error);
  }
  throw new ServiceApiError(
    "A secret of this record cannot be decrypted. The service's log says which key is missing.",
    {
      status: 503,
      code: "secrets_unavailable",
      retryable: true,
    },
  );
}
