import { ServiceApiError } from "@service/sdk/protocol";
import type { ApiKeyRecord } from "../store/records.js";
import { isStoreClosed, type FoundForRequest, type RequestPlace, type Store } from "../store/store.js";
import { isoNow, type World } from "../world.js";
import { signedFor } from "./signed-address.js";
import { isValidKey } from "./valid-key.js";

/** How often the time of a key's last use is written (ms). */
const usedEveryMs = 60_000;

/** Keys whose last note is remembered; beyond it all are forgotten, which costs one write each. */
const mostNoted = 10_000;

const bearer = /^Bearer +(\S+)$/i;

/** The records that were read for a request with a valid key. */
export interface Authenticated extends FoundForRequest {
  readonly key: ApiKeyRecord;
}

/**
 * The key that a request carries, or whose signed address it asks for, with what its path names.
 *
 * @throws {ServiceApiError} 401 without one, or with one that is unknown, revoked or expired; always the same words.
 */
export async function authenticate(
  world: World,
  request: Request,
  place: Omit<RequestPlace, "keyHash"> = {},
): Promise<Authenticated> {
  const token = bearer.exec(request.headers.get("authorization")?.trim() ?? "")?.[1];
  const { key, ...found } = await (token === undefined
    ? signedFor(world, request)
    : world.hash(token).then((keyHash) => world.store.readForRequest({ keyHash, ...place })));
  if (key === null || !isValidKey(key, world.clock)) {
    throw new ServiceApiError(
      "The request carries no valid key: it is missing, unknown, revoked or expired. Send `Authorization: Bearer <key>`.",
      { status: 401, code: "unauthenticated" },
    );
  }
  noteUse(world, key);
  return { key, ...found };
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
    if (!isStoreClosed(error)) onError(error);
  });
}
