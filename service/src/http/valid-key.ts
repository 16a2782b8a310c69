import type { Clock } from "../clock.js";
import type { ApiKeyRecord } from "../store/records.js";

/** Whether a key that was found is neither revoked nor expired. */
export function isValidKey(key: ApiKeyRecord | null, clock: Clock): boolean {
  const now = new Date(clock.now()).toISOString();
  return key !== null && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}
