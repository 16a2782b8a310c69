import type { ArchivedRecords } from "../../src/store/archived-records.js";
import { keyRecord, requestRecord, time, workspaceRecord } from "./contract/fixtures.js";
import { auditRecord, sessionRecord, turnRecord } from "./sql-records.js";
import { emptyDraft } from "../../src/sessions/composer-draft.js";

export interface Whose {
  /** Begins every id, so that several sets fit one store. */
  readonly prefix: string;
  /** A text in every record. */
  readonly mark: string;
  readonly organizationId?: string;
  readonly workspaceId?: string;
  readonly endUser?: { readonly source: string; readonly id: string } | null;
}

/** One record of each kind, all of one person in one workspace. Complete by its type. */
export function oneOfEach({ prefix, mark, organizationId = "o", ...whose }: Whose): ArchivedRecords {
  const id = (name: string) => `${prefix}-${name}`;
  const { workspaceId = id("w"), endUser = null } = whose;
  const sessionId = id("session");
  const dates = { createdAt: time(1), updatedAt: time(2) };
  const owned = { organizationId, workspaceId, endUser };
  const facts = { name: mark, folder: mark, abilities: [] as never, platform: null, version: null } as never as object;
  const plan = { triggerName: mark, template: template(mark), approval: "writes", context: mark } as const;
  const layer =
    endUser === null
      ? ({ kind: "workspace", workspaceId } as const)
      : ({ kind: "user", workspaceId, endUser } as const);
  return {
    organizations: { id: organizationId, name: mark, createdAt: time(0) },
    api_keys: keyRecord({ id: id("key"), organizationId, name: mark, hash: id("key-hash") }),
    members: {
      id: id("member"),
      organizationId,
      subjectId: id("subject"),
      email: mark,
      role: "member",
      status: "active",
      authorizationRevision: 1,
      reason: null,
      operations: [],
      ...dates,
    },
    audit_entries: auditRecord({ id: id("audit"), organizationId, workspaceId, createdAt: time(0) }),
    workspaces: workspaceRecord({ id: workspaceId, organizationId, name: mark, externalId: id("external") }),
    workspace_keys: keyRecord({
      id: id("workspace-key"),
      organizationId,
      workspaceId,
      name: mark,
      hash: id("workspace-key-hash"),
      createdBy: endUser,
    }),
    workspace_members: {
      id: id("place"),
      workspaceId,
      memberId: id("member"),
      role: "member",
      permissions: [mark],
      createdBy: null,
      ...dates,
    },
    sessions: sessionRecord({
      ...owned,
      id: sessionId,
      initialMessage: mark,
      title: mark,
      lastSequence: 1,
      runnable: false,
      status: "idle",
      createIdempotencyKey: id("create"),
    }),
    events: {
      id: id("event"),
      workspaceId,
      sessionId,
      sequence: 1,
      type: "user.message",
      payload: { text: mark },
      occurredAt: time(3),
      turnId: null,
      clientEventId: id("client"),
    },
    turns: turnRecord(sessionId, {
      id: id("turn"),
      triggerEventId: id("event"),
      prompt: mark,
      status: "completed",
      createdAt: time(3),
    }),
    requests: requestRecord(sessionId, { id: id("request"), respondedBy: mark, status: "answered" }),
    composer_drafts: {
      ...emptyDraft(sessionId, endUser === null ? "" : JSON.stringify([endUser.source, endUser.id]), time(0)),
      revision: 1,
      text: mark,
    },
    files: {
      ...owned,
      id: id("file"),
      status: "completed",
      filename: mark,
      contentType: "text/plain",
      sizeBytes: mark.length,
      sha256: null,
      contentId: id("content"),
      contentSha256: null,
      expiresAt: null,
      ...dates,
    },
    session_files: { sessionId, fileId: id("file") },
    usage_counts: { workspaceId, endUser, month: "2026-01", messages: 1, inputTokens: 2, outputTokens: 3 },
    memories: { id: id("memory"), layer, kind: "fact", text: mark, ...dates },
    device_codes: {
      deviceHash: id("device-hash"),
      userHash: id("user-hash"),
      source: id("address"),
      state: "approved",
      facts: facts as never,
      owner: { ...owned, approvedBy: mark },
      intervalSeconds: 5,
      lastPolledAt: null,
      expiresAt: time(50),
      createdAt: time(0),
    },
    machines: {
      ...(facts as { name: string; folder: string; abilities: never }),
      ...owned,
      id: id("machine"),
      approvedBy: mark,
      hash: id("machine-hash"),
      handle: mark,
      linkId: null,
      seenAt: null,
      revokedAt: null,
      ...dates,
    },
    machine_commands: {
      id: id("command"),
      machineId: id("machine"),
      sessionId,
      turnId: id("turn"),
      callId: id("call"),
      name: "run",
      arguments: { command: mark },
      timeoutMs: 1_000,
      status: "done",
      startKey: null,
      isCancelled: false,
      outputBytes: mark.length,
      result: { ok: true, value: { text: mark } },
      startBy: time(9),
      startedAt: null,
      finishedAt: null,
      createdAt: time(5),
    },
    machine_output: { commandId: id("command"), chunk: { offset: 0, text: mark, stream: "stdout" } },
    scheduled_tasks: {
      ...owned,
      id: id("task"),
      name: mark,
      status: "paused",
      schedule: { type: "interval", everySeconds: 60 },
      runMode: "new_session_per_run",
      targetSessionId: null,
      overlapPolicy: "skip",
      agentConfig: { prompt: mark },
      nextRunAt: null,
      wakeAt: null,
      lastRun: null,
      ...dates,
    } as never,
    scheduled_runs: {
      id: id("run"),
      taskId: id("task"),
      key: id("run-key"),
      status: "failed",
      triggerType: "manual",
      scheduledAt: time(1),
      firedAt: null,
      sessionId: null,
      turnId: null,
      triggerEventId: null,
      catchUp: false,
      plan: null,
      completedAt: time(2),
      error: { code: "failed", message: mark },
      createdAt: time(1),
    },
    integrations: {
      id: id("integration"),
      workspaceId,
      endUser,
      instanceKey: id("instance"),
      displayName: mark,
      source: { kind: "openapi", url: mark },
      baseUrl: "https://shop.test",
      contentSha256: "",
      auth: { schemes: [] } as never,
      tools: [],
      sealedCredential: null,
      version: 1,
      ...dates,
    },
    automation_sources: {
      ...owned,
      id: id("source"),
      name: mark,
      adapterId: "generic" as never,
      endpointId: id("endpoint"),
      status: "active",
      secrets: [],
      configuration: {},
      revision: 1,
      ...dates,
    },
    automation_triggers: {
      id: id("trigger"),
      workspaceId,
      sourceId: id("source"),
      endUser,
      name: mark,
      status: "active",
      eventTypes: ["*"],
      configuration: { conditions: [], fields: [], approval: "writes" },
      parameters: {},
      template: template(mark),
      revision: 1,
      ...dates,
    },
    automation_events: {
      id: id("source-event"),
      workspaceId,
      sourceId: id("source"),
      endUser,
      kind: "webhook",
      type: mark,
      subject: mark,
      occurredAt: null,
      ignoredReason: null,
      runIds: [],
      createdAt: time(1),
    },
    automation_deliveries: {
      sourceId: id("source"),
      key: `${id("delivery")} ${mark}`,
      known: { contentHash: mark, eventId: id("source-event"), ignoredReason: null, runIds: [] },
    },
    automation_runs: {
      ...owned,
      id: id("automation-run"),
      sourceId: id("source"),
      triggerId: id("trigger"),
      eventId: id("source-event"),
      status: "failed",
      sessionId: null,
      error: { code: "failed", message: mark },
      attempts: 1,
      dueAt: null,
      plan,
      ...dates,
    },
  };
}

function template(mark: string) {
  return { prompt: mark, settings: {}, resources: [], mcpServers: [], sealedHeaders: null };
}
