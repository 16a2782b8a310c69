import { ServiceApiError } from "@service/sdk/protocol";
import type { ApiKeyRecord } from "../store/records.js";
import { isoNow, type World } from "../world.js";
import { signingKey } from "./signed-address.js";
import { isValidKey } from "./valid-key.js";

/** How often the time of a key's last use is written (ms). */
const usedEveryMs = 60_000;

const bearer = /^Bearer +(\S+)$/i;

/**
 * The key that a request carries, or whose signed address it asks for.
 *
 * @throws {ServiceApiError} 401 without one, or with one that is unknown, revoked or expired; always the same words.
 */
export async function authenticate(world: World, request: Request): Promise<ApiKeyRecord> {
  const token = bearer.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  const key = await (token === undefined
    ? signingKey(world, request)
    : world.hash(token).then((hash) => world.store.findApiKey(hash)));
  const now = isoNow(world.clock);
  if (key === null || !isValidKey(key, world.clock)) {
    throw new ServiceApiError(
      "The request carries no valid key: it is missing, unknown, revoked or expired. Send `Authorization: Bearer <key>`.",
      { status: 401, code: "unauthenticated" },
    );
  }
  await noteUse(world, key, now);
  return key;
}

async function noteUse({ store, clock }: World, key: ApiKeyRecord, now: string): Promise<void> {
  if (key.lastUsedAt !== null && clock.now() - Date.parse(key.lastUsedAt) < usedEveryMs) return;
  await store.updateApiKey(key.organizationId, key.id, { lastUsedAt: now });
}
