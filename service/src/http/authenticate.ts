import { ServiceApiError } from "@service/sdk/protocol";
import type { ApiKeyRecord } from "../store/records.js";
import { isoNow, type World } from "../world.js";

/** How often the time of a key's last use is written (ms). */
const usedEveryMs = 60_000;

const bearer = /^Bearer +(\S+)$/i;

/**
 * The key that a request carries.
 *
 * @throws {ServiceApiError} 401 without one, or with one that is unknown, revoked or expired; always the same words.
 */
export async function authenticate(world: World, request: Request): Promise<ApiKeyRecord> {
  const token = bearer.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  const key = token === undefined ? null : await world.store.findApiKey(await world.hash(token));
  const now = isoNow(world.clock);
  const isValid = key !== null && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
  if (!isValid) {
    throw new ServiceApiError(
      "The request carries no valid key: it is missing, unknown, revoked or expired. Send `Authorization: Bearer <key>`.",
      { status: 401, code: "unauthenticated" },
    );
  }
  await noteUse(world, key, now);
  return key;
}

/** Whether the key is still good: for streams, which outlive the request that opened them. */
export async function isStillValid(world: World, key: ApiKeyRecord): Promise<boolean> {
  const known = await world.store.findApiKey(key.hash);
  return (
    known !== null && known.revokedAt === null && (known.expiresAt === null || known.expiresAt > isoNow(world.clock))
  );
}

async function noteUse({ store, clock }: World, key: ApiKeyRecord, now: string): Promise<void> {
  if (key.lastUsedAt !== null && clock.now() - Date.parse(key.lastUsedAt) < usedEveryMs) return;
  await store.updateApiKey(key.organizationId, key.id, { lastUsedAt: now });
}
