import type { Actor } from "@service/sdk/protocol";
import type { ApiKeyRecord, KeyAccess } from "../store/records.js";
import type { Room } from "../store/room.js";
import { isoNow, type World } from "../world.js";

const keyPrefix = "svk_";
const shownLength = 14;

export interface NewKey {
  readonly organizationId: string;
  /** Null for a key of the organization. */
  readonly workspaceId: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly access: KeyAccess;
  readonly expiresAt: string | null;
  readonly createdBy: Actor | null;
}

/** Makes a key and its token; the token is nowhere else. */
export async function createKey(
  world: Pick<World, "store" | "clock" | "newId" | "hash">,
  facts: NewKey,
  { token, room = () => {} }: { readonly token?: string | undefined; readonly room?: Room } = {},
): Promise<{ readonly key: ApiKeyRecord; readonly token: string }> {
  const now = isoNow(world.clock);
  const secret = token ?? keyPrefix + (await world.hash(world.newId() + world.newId()));
  const key: ApiKeyRecord = {
    ...facts,
    id: world.newId(),
    hash: await world.hash(secret),
    prefix: secret.slice(0, shownLength),
    revokedAt: null,
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await world.store.createApiKey(key, room);
  return { key, token: secret };
}
