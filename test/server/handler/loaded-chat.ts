import { createMemoryStore, createServiceApp, type ServiceAppOptions } from "../../../service/src/app.js";
import type { SessionRecord } from "../../../service/src/store/records.js";
import { createChatHandler } from "../../../src/server/handler/create-chat-handler.js";
import { Service } from "../../../src/server/handler/service.js";
import { conversationSessionId } from "../../../src/wire/protocol/conversation-session.js";
import { header } from "../../../src/wire/protocol/headers.js";
import { isRecord } from "../../../src/wire/protocol/read-fields.js";
import type { SessionEvent } from "../../../src/wire/protocol/session-event.js";
import { inProcessFetch } from "../../../src/testing/in-process-fetch.js";
import { turnEndTypes, turnOf } from "../../../src/server/handler/fold-turn.js";

/** A conversation whose log was written by a test. */
export interface LoadedChat {
  /** The host's id for it. */
  readonly conversation: string;
  /** The session behind it. */
  readonly sessionId: string;
  /** The events in the store. */
  readonly stored: readonly SessionEvent[];
  /** Writes more of the log, as the service would. */
  append(events: readonly SessionEvent[]): Promise<void>;
  /** Asks for the conversation's stream after a cursor. */
  stream(cursor: number, options: { readonly follow: boolean; readonly signal?: AbortSignal }): Promise<Response>;
}

/** The real chat handler over the real service, into whose store logs can be put as they are. */
export async function createLoadedChats(options: Pick<ServiceAppOptions, "clock" | "agent"> = {}) {
  const store = createMemoryStore();
  const app = await createServiceApp({ store, retention: { enabled: false }, ...options });
  const service = new Service({
    apiKey: app.apiKey,
    organizationId: app.organizationId,
    source: "host",
    baseUrl: "https://service.test",
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    ...(options.clock && { clock: options.clock }),
  });
  const workspaceId = await service.workspaceId({ tenant: "acme" });
  const handler = createChatHandler(service, { resolve: () => ({ tenant: "acme", user: "ana" }) });
  let chats = 0;

  return {
    service,
    workspaceId,
    handler,
    /** A browser's fetch of the conversation's person. */
    fetch: inProcessFetch(handler),
    async load(events: readonly SessionEvent[]): Promise<LoadedChat> {
      chats += 1;
      const conversation = `c${chats}`;
      const named = { workspaceId, source: "host", user: "ana", conversation };
      const id = await conversationSessionId(named);
      const drafts = (list: readonly SessionEvent[]) => list.map((event) => draft(event, chats));
      const record = sessionRecord(id, app.organizationId, workspaceId, events);
      const stored: SessionEvent[] = [];
      const created = await store.createSession(record, { events: drafts(events) });
      stored.push(...created.events);
      return {
        conversation,
        sessionId: id,
        stored,
        async append(more) {
          const { status, activeTurnId } = standing([...stored, ...more]);
          const decided = { change: { events: drafts(more), session: { status, activeTurnId } }, result: null };
          const changed = await store.changeSession(id, {}, () => decided);
          stored.push(...changed.events);
        },
        stream: (cursor, { follow, signal }) =>
          handler(
            new Request(`https://host.test/api/chat?after=${cursor}${follow ? "&follow=1" : ""}`, {
              headers: { accept: "text/event-stream", [header.conversation]: conversation },
              ...(signal && { signal }),
            }),
          ),
      };
    },
    async close() {
      await app.close();
      await store.close();
    },
  };
}

/** Ids are a session's own in the logs of tests, and of the whole store here. */
function draft({ id, type, payload, occurredAt, turnId = null, clientEventId = null }: SessionEvent, chat: number) {
  const own = (eventId: string) => `${chat.toString(16).padStart(8, "0")}${eventId.slice(8)}`;
  const trigger = isRecord(payload) ? payload["triggerEventId"] : undefined;
  const placed = typeof trigger === "string" ? { ...(payload as object), triggerEventId: own(trigger) } : payload;
  return { id: own(id), type, payload: placed, occurredAt, turnId, clientEventId };
}

/** Status of a session after these events. */
function standing(events: readonly SessionEvent[]): { readonly status: string; readonly activeTurnId: string | null } {
  let status = "queued";
  let activeTurnId: string | null = null;
  for (const event of events) {
    if (event.type === "session.status.changed") status = (event.payload as { status: string }).status;
    if (event.type === "turn.started") activeTurnId = turnOf(event);
    if (turnEndTypes.includes(event.type) && turnOf(event) === activeTurnId) activeTurnId = null;
  }
  return { status, activeTurnId };
}

function sessionRecord(
  id: string,
  organizationId: string,
  workspaceId: string,
  events: readonly SessionEvent[],
): SessionRecord {
  const at = "2026-01-01T00:00:00.000Z";
  return {
    id,
    organizationId,
    workspaceId,
    ...standing(events),
    title: null,
    titleSource: null,
    initialMessage: "",
    initialTurnId: null,
    agentAccess: "session",
    memoryScope: "session",
    endUser: { source: "host", id: "ana" },
    createdBy: { kind: "service", subjectId: "test" },
    settings: {},
    mcpServers: [],
    goal: null,
    report: null,
    parentSessionId: null,
    rootSessionId: id,
    createIdempotencyKey: `chat:${id}`,
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
