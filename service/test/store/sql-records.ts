import { randomUUID } from "node:crypto";
import type { AuditRecord } from "../../src/store/audit.js";
import type { EventDraft, SessionRecord, TurnRecord } from "../../src/store/records.js";

const time = "2026-01-01T00:00:00.000Z";

export function sessionRecord(fields: Partial<SessionRecord> = {}): SessionRecord {
  const id = fields.id ?? randomUUID();
  return {
    id,
    organizationId: "o",
    workspaceId: "w",
    status: "queued",
    title: null,
    titleSource: null,
    initialMessage: "hello",
    initialTurnId: null,
    agentAccess: "workspace",
    memoryScope: "workspace",
    endUser: null,
    createdBy: { kind: "service", subjectId: "k" },
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
    queueVersion: 0,
    archivedAt: null,
    archiveVersion: 0,
    runnable: true,
    wakeAt: null,
    lastSequence: 0,
    createdAt: time,
    updatedAt: time,
    ...fields,
  };
}

export function turnRecord(sessionId: string, fields: Partial<TurnRecord> = {}): TurnRecord {
  return {
    id: randomUUID(),
    sessionId,
    triggerEventId: randomUUID(),
    status: "queued",
    source: "user",
    position: 1,
    prompt: "hello",
    modelContext: null,
    extra: {},
    metadata: {},
    version: 1,
    attempts: 0,
    hasOutput: false,
    isDecided: false,
    cancelReason: null,
    startedAt: null,
    finishedAt: null,
    createdAt: time,
    updatedAt: time,
    ...fields,
  };
}

export function eventDraft(fields: Partial<EventDraft> = {}): EventDraft {
  return {
    id: randomUUID(),
    type: "agent.message.delta",
    payload: { text: "x" },
    occurredAt: time,
    turnId: null,
    clientEventId: null,
    ...fields,
  };
}

export function auditRecord(fields: Partial<AuditRecord> = {}): AuditRecord {
  return {
    id: randomUUID(),
    organizationId: "o",
    workspaceId: "w",
    action: "erased",
    scope: "session",
    subjectId: null,
    personDigest: null,
    by: "api_key:k",
    actor: null,
    actorDigest: null,
    counts: {},
    createdAt: time,
    ...fields,
  };
}
