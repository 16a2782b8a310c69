import { isServiceError, ServiceApiError } from "@service/sdk/protocol";
import type { ApiKeyRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { isoNow, type World } from "../world.js";
import { signingKey } from "./signed-address.js";
import { isValidKey } from "./valid-key.js";

/** How often the time of a key's last use is written (ms). */
const usedEveryMs = 60_000;

/** Keys whose last note is remembered; beyond it all are forgotten, which costs one write each. */
const mostNoted = 10_000;

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
  if (key === null || !isValidKey(key, world.clock)) {
    throw new ServiceApiError(
      "The request carries no valid key: it is missing, unknown, revoked or expired. Send `Authorization: Bearer <key>`.",
      { status: 401, code: "unauthenticated" },
    );
  }
  noteUse(world, key);
  return key;
}

/** When this process last noted each key, by its id: a database that takes no writes is not asked at each request. */
const noted = new WeakMap<Store, Map<string, number>>();

/** Written behind the answer, so that a read neither waits for a write nor fails with it. */
function noteUse({ store, clock, onError }: World, { id, organizationId, lastUsedAt }: ApiKeyRecord): void {
  const now = clock.now();
  const times = noted.get(store) ?? new Map<string, number>();
  noted.set(store, times);
  const last = Math.max(times.get(id) ?? 0, lastUsedAt === null ? 0 : Date.parse(lastUsedAt));
  if (last !== 0 && now - last < usedEveryMs) return;
  if (times.size >= mostNoted) times.clear();
  times.set(id, now);
  store.updateApiKey(organizationId, id, { lastUsedAt: isoNow(clock) }).catch((error: unknown) => {
    if (!isServiceError(error) || error.code !== "store_closed") onError(error);
  });
}
