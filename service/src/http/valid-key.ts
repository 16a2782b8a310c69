import type { Clock } from "../clock.js";
import type { ApiKeyRecord } from "../store/records.js";

/** Whether a key that was found is neither revoked nor expired. */
export function isValidKey(key: ApiKeyRecord | null, clock: Clock): boolean {
  if (key === null || key.revokedAt !== null) return false;
  return key.expiresAt === null || key.expiresAt > new Date(clock.now()).toISOString();
}
