import { createHash } from "node:crypto";
import { createMemoryStore, createServiceApp } from "../../service/src/app.js";
import type { SessionRecord } from "../../service/src/store/records.js";
import type { Clock } from "../../src/foundation/clock.js";
import type { SessionEvent } from "../../src/wire/protocol/session-event.js";
import { inProcessFetch } from "../../src/testing/in-process-fetch.js";
import { ServiceClient, type SessionRef } from "../../src/api/service-client.js";

/** The real service over a memory store, into which logs can be put as they are. */
export async function createLoadedService(options: { readonly clock?: Clock } = {}) {
  const store = createMemoryStore();
  // Synchronous, as it is done for every request and some tests make very many.
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const app = await createServiceApp({ store, hash, retention: { enabled: false }, ...options });
  const fetch = inProcessFetch(app);
  const base = { baseUrl: "http://service.test", apiKey: app.apiKey, ...options };
  const owner = new ServiceClient({ ...base, fetch });
  const names = { externalSource: "test", externalId: "acme", name: "Acme" };
  const { workspace } = await owner.ensureWorkspace({ ...names, accountId: app.organizationId });
  let sessions = 0;

  return {
    app,
    fetch,
    workspaceId: workspace.id,
    /** A client of this workspace, over whatever network. */
    client: (more: Partial<ConstructorParameters<typeof ServiceClient>[0]> = {}) =>
      new ServiceClient({ ...base, workspaceId: workspace.id, fetch, ...more }),
    /** Puts a log into a session of its own. */
    async load(events: readonly SessionEvent[]): Promise<SessionRef> {
      sessions += 1;
      const id = `00000000-0000-4000-8000-${sessions.toString(16).padStart(12, "0")}`;
      const newId = (sequence: number) =>
        `${id.slice(0, 24)}${(sequence + sessions * 0x1_0000_0000).toString(16).padStart(12, "0")}`;
      const ids = new Map(events.map((event) => [event.id, newId(event.sequence)]));
      const drafts = events.map(({ id: old, type, payload, occurredAt, turnId = null, clientEventId = null }) => ({
        id: ids.get(old) ?? old,
        type,
        payload: withNewIds(payload, ids),
        occurredAt,
        turnId,
        clientEventId,
      }));
      await store.createSession(sessionRecord(id, app.organizationId, workspace.id), { events: drafts });
      return { sessionId: id };
    },
    async close() {
      await app.close();
      await store.close();
    },
  };
}

/** A turn names the message that began it. */
function withNewIds(payload: unknown, ids: ReadonlyMap<string, string>): unknown {
  const trigger = (payload as { triggerEventId?: unknown } | null | undefined)?.triggerEventId;
  if (typeof trigger !== "string") return payload;
  return { ...(payload as object), triggerEventId: ids.get(trigger) ?? trigger };
}

export type LoadedService = Awaited<ReturnType<typeof createLoadedService>>;

function sessionRecord(id: string, organizationId: string, workspaceId: string): SessionRecord {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    id,
    organizationId,
    workspaceId,
    status: "idle",
    title: null,
    titleSource: null,
    initialMessage: "",
    initialTurnId: null,
    agentAccess: "workspace",
    memoryScope: "workspace",
    endUser: null,
    createdBy: { kind: "service", subjectId: "test" },
    settings: {},
    mcpServers: [],
    goal: null,
    report: null,
    parentSessionId: null,
    rootSessionId: id,
    createIdempotencyKey: null,
    activeTurnId: null,
    approvals: [],
    control: { state: "active", version: 1, reason: null, changedAt: null },
    queueVersion: 1,
    archivedAt: null,
    archiveVersion: 0,
    runnable: false,
    wakeAt: null,
    lastSequence: 0,
    createdAt: at,
    updatedAt: at,
  };
}
