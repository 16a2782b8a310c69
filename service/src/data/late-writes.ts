/**
 * Erases what requests added to a workspace while it was erased: each had found the workspace before, and wrote after. No
 * caller can reach those records.
 */
import type { Clock } from "../clock.js";
import type { Cause } from "../sessions/session-draft.js";
import type { AuditRecord } from "../store/audit.js";
import { eraseWorkspace, type EraseWorld } from "./erase.js";

export interface LateWritesWorld extends EraseWorld {
  readonly clock: Clock;
  readonly organizationId: string;
}

/** How long after its erasure a workspace is looked at again (ms): many times as long as any request takes. */
const lookBackMs = 2 * 86_400_000;
const entriesPerPage = 200;

/** Its finds are added to the entry of the erasure in the audit. */
export async function eraseLateWrites(world: LateWritesWorld, cause: Cause, isClosed: () => boolean): Promise<void> {
  const { store, clock, organizationId } = world;
  const since = new Date(clock.now() - lookBackMs).toISOString();
  let behind: AuditRecord | undefined;
  do {
    const entries = await store.listAudit({ organizationId, limit: entriesPerPage, behind });
    for (const entry of entries) {
      if (entry.createdAt < since || isClosed()) return;
      const isErased = entry.action === "erased" && entry.scope === "workspace";
      // One that is there was imported since.
      if (!isErased || (await store.getWorkspace(entry.workspaceId)) !== null) continue;
      await eraseWorkspace(world, entry.workspaceId, cause, entry);
    }
    behind = entries.length < entriesPerPage ? undefined : entries.at(-1);
  } while (behind !== undefined);
}
