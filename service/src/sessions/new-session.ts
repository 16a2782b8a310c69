import type { AgentAccess, EndUser, MemoryScope } from "@service/sdk/protocol";
import type { SessionRecord } from "../store/records.js";
import type { Change } from "../store/store.js";
import { setGoal, type Objective } from "./goal.js";
import { assertPayloadFits, newTurn, type TurnSource } from "./send-message.js";
import { SessionDraft, type Cause } from "./session-draft.js";

export interface NewSession {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly initialMessage: string;
  readonly idempotencyKey: string | null;
  readonly clientEventId: string | null;
  readonly agentAccess: AgentAccess;
  readonly memoryScope: MemoryScope;
  readonly endUser: EndUser | null;
  readonly modelContext: string | null;
  /** Further fields of the first message. @default none */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Source of the first turn. */
  readonly source?: TurnSource;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly mcpServers: SessionRecord["mcpServers"];
  /** @default the parent's, else false */
  readonly asksBeforeWrites?: boolean;
  readonly goal: Objective | null;
  readonly parent: SessionRecord | null;
}

/** The record of a new session and its first events: the message that made it, and its turn in the queue. */
export function newSession(input: NewSession, cause: Cause): { record: SessionRecord; change: Change } {
  const empty = emptyRecord(input, cause);
  const draft = new SessionDraft(
    { session: empty, openTurns: [], pendingRequests: [], prior: null, draft: null },
    cause,
  );
  const { initialMessage, modelContext, clientEventId, extra = {}, source } = input;
  const payload = {
    ...extra,
    text: initialMessage,
    ...(modelContext !== null && { modelContext }),
    ...(cause.actor && { actor: cause.actor }),
  };
  assertPayloadFits(payload);
  draft.emit("session.created", { status: "queued", createdBy: empty.createdBy });
  if (input.goal !== null) setGoal(draft, input.goal, "api");
  const message = draft.emit("user.message", payload, { clientEventId });
  const turn = newTurn(
    {
      id: cause.newId(),
      sessionId: input.id,
      triggerEventId: message.id,
      position: 0,
      prompt: initialMessage,
      modelContext,
      extra,
      source,
      metadata: {},
    },
    cause.now,
  );
  draft.addTurn(turn);
  draft.patch({ initialTurnId: turn.id });
  draft.setStatus("queued");
  draft.emit("turn.queued", { turnId: turn.id, triggerEventId: message.id, source: turn.source }, { turnId: turn.id });
  const { change } = draft.done(null);
  return { record: empty, change: change ?? {} };
}

function emptyRecord(input: NewSession, cause: Cause): SessionRecord {
  const { parent, id } = input;
  return {
    id,
    organizationId: input.organizationId,
    workspaceId: input.workspaceId,
    status: "queued",
    title: null,
    titleSource: null,
    initialMessage: input.initialMessage,
    initialTurnId: null,
    agentAccess: input.agentAccess,
    memoryScope: input.memoryScope,
    endUser: input.endUser,
    createdBy: { kind: parent === null ? "service" : "subject", subjectId: cause.subjectId ?? "service" },
    settings: input.settings,
    mcpServers: input.mcpServers,
    goal: null,
    asksBeforeWrites: input.asksBeforeWrites ?? parent?.asksBeforeWrites ?? false,
    report: null,
    parentSessionId: parent?.id ?? null,
    rootSessionId: parent?.rootSessionId ?? id,
    createIdempotencyKey: input.idempotencyKey,
    activeTurnId: null,
    approvals: [],
    control: { state: "active", version: 1, reason: null, changedAt: null },
    queueVersion: 1,
    archivedAt: null,
    archiveVersion: 0,
    runnable: false,
    wakeAt: null,
    lastSequence: 0,
    createdAt: cause.now,
    updatedAt: cause.now,
  };
}
