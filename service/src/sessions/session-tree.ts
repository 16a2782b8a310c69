import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";

/** How many sessions of a tree are looked at, the newest. */
const maxTree = 1_000;

/** Every session that this one has started, and those that they have; parents before their children, oldest first. */
export async function sessionsBelow(
  store: Store,
  { id, rootSessionId }: SessionRecord,
): Promise<{ below: SessionRecord[]; isTruncated: boolean }> {
  const tree = await store.listSessions({ rootSessionId, withArchived: true, limit: maxTree + 1 });
  const byParent = new Map<string | null, SessionRecord[]>();
  for (const entry of tree.toReversed()) {
    const { parentSessionId } = entry;
    byParent.set(parentSessionId, [...(byParent.get(parentSessionId) ?? []), entry]);
  }
  const below = [...(byParent.get(id) ?? [])];
  // Grows while it is walked: each entry brings its own children.
  for (const entry of below) below.push(...(byParent.get(entry.id) ?? []));
  return { below, isTruncated: tree.length > maxTree };
}

/** Whether `to` is in the child tree of `from`, however far down. */
export async function isBelow(store: Store, from: SessionRecord, to: SessionRecord): Promise<boolean> {
  if (from.rootSessionId !== to.rootSessionId) return false;
  for (let parentId = to.parentSessionId; parentId !== null;) {
    if (parentId === from.id) return true;
    parentId = (await store.getSession(parentId))?.parentSessionId ?? null;
  }
  return false;
}
