import type { EffectiveControl, QueueSnapshot } from "@service/sdk/protocol";
import type { AgentModels } from "../agent/agent-models.js";
import { wireMcpServer } from "../mcp/mcp-server.js";
import { controlEtag } from "../sessions/send-message.js";
import { withoutContent } from "../skills/skill.js";
import type { ApiKeyRecord, RequestRecord, SessionRecord, TurnRecord, WorkspaceRecord } from "../store/records.js";
import { cutWhole } from "../sessions/cut-whole.js";

/** Records as they travel (`protocol.md` §1, §2.6, §8, §9.7). */

export function effectiveControl(session: SessionRecord): EffectiveControl & Record<string, unknown> {
  const { state, version, reason, changedAt } = session.control;
  // A cancelled session is permanently blocked.
  const isHeld = state === "paused" && session.status !== "cancelled";
  const displayName = session.title ?? cutWhole(session.initialMessage, longestName);
  const blocker = {
    kind: "session",
    sessionId: session.id,
    displayName,
    actor: null,
    reason,
    changedAt,
    revision: version,
  };
  const option = {
    scope: "selected",
    targetId: session.id,
    selectedStateAfter: "active",
    impactCopy: "This conversation resumes.",
  };
  return {
    state,
    controlVersion: version,
    controlEtag: controlEtag(session),
    directState: state,
    primaryBlocker: isHeld ? blocker : null,
    additionalBlockerCount: 0,
    blockers: isHeld ? [blocker] : [],
    resumeOptions: isHeld ? [option] : [],
    override: null,
    settlement: null,
  };
}

/** Length of a title made of the first message (characters). */
const longestName = 80;

/** Settings of a session without its own, besides the agent's default choice. */
const noSettings = {
  instructions: null,
  resources: [],
  skills: [],
  tools: [],
  metadata: {},
  sandboxBackend: "none",
};

export function wireSession(session: SessionRecord, { defaults }: AgentModels): Record<string, unknown> {
  return {
    ...noSettings,
    ...defaults,
    ...session.settings,
    id: session.id,
    accountId: session.organizationId,
    workspaceId: session.workspaceId,
    status: session.status,
    initialMessage: session.initialMessage,
    title: session.title,
    titleSource: session.titleSource,
    agentAccess: session.agentAccess,
    memoryScope: session.memoryScope,
    endUser: session.endUser,
    createdBy: session.createdBy,
    parentSessionId: session.parentSessionId,
    rootSessionId: session.rootSessionId,
    createIdempotencyKey: session.createIdempotencyKey,
    activeTurnId: session.activeTurnId,
    lastInputTokens: session.lastInputTokens ?? null,
    lastSequence: session.lastSequence,
    queueVersion: session.queueVersion,
    effectiveControl: effectiveControl(session),
    mcpServers: session.mcpServers.map(wireMcpServer),
    channelId: null,
    pinned: (session.pinnedAt ?? null) !== null,
    pinnedAt: session.pinnedAt ?? null,
    pinVersion: session.pinVersion ?? 0,
    archived: session.archivedAt !== null,
    archivedAt: session.archivedAt,
    archiveVersion: session.archiveVersion,
    activelyWorking: session.status === "running" || session.status === "recovering",
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
  };
}

/** As one of many. */
export function wireListedSession(session: SessionRecord, models: AgentModels): Record<string, unknown> {
  return wireSession({ ...session, settings: withoutContent(session.settings) }, models);
}

export function wireTurn(turn: TurnRecord, workspaceId: string): QueueSnapshot["items"][number] {
  const told = {
    id: turn.id,
    workspaceId,
    sessionId: turn.sessionId,
    triggerEventId: turn.triggerEventId,
    status: turn.status,
    source: turn.source,
    position: turn.position,
    prompt: turn.prompt,
    annotations: [],
    resources: [],
    tools: [],
    ...turn.extra,
    metadata: turn.metadata,
    version: turn.version,
    executionGeneration: turn.attempts,
    activeAttemptId: null,
    cancelledBy: null,
    cancelReason: turn.cancelReason,
    startedAt: turn.startedAt,
    finishedAt: turn.finishedAt,
    createdAt: turn.createdAt,
    updatedAt: turn.updatedAt,
  };
  return told;
}

export function wireRequest({ toolCallId, ...request }: RequestRecord, workspaceId: string): Record<string, unknown> {
  return { ...request, workspaceId, turnGeneration: 1, toolCallId };
}

export function wireWorkspace(record: WorkspaceRecord): Record<string, unknown> {
  const { organizationId, memoryEnabled = true, retentionDays = null, quotas = null, ...workspace } = record;
  return {
    ...workspace,
    accountId: organizationId,
    settings: { memoryEnabled, retentionDays, quotas },
    inferenceControl: { state: "active", revision: 1, reason: null, changedBy: null, changedAt: null },
    defaultRigId: null,
  };
}

export const fullPermissions = [
  "account:read",
  "workspace:create",
  "workspace:read",
  "workspace:admin",
  "api_keys:manage",
] as const;
export const readPermissions = ["account:read", "workspace:read", "sessions:read", "files:read"] as const;

/** In its one workspace. */
const workspacePermissions = {
  full: ["workspace:read", "sessions:read", "sessions:write", "files:read", "files:write"],
  read: ["workspace:read", "sessions:read", "files:read"],
} as const;

export function permissionsOf(key: Pick<ApiKeyRecord, "access" | "workspaceId">): readonly string[] {
  if ((key.workspaceId ?? null) !== null) return workspacePermissions[key.access];
  return key.access === "full" ? fullPermissions : readPermissions;
}

/** Omits the hash, which is useless to callers and helps attackers. */
export function wireKey(key: ApiKeyRecord): Record<string, unknown> {
  return {
    id: key.id,
    accountId: key.organizationId,
    workspaceId: key.workspaceId ?? null,
    name: key.name,
    description: key.description,
    prefix: key.prefix,
    access: key.access,
    permissions: permissionsOf(key),
    expiresAt: key.expiresAt,
    createdBy: key.createdBy ?? null,
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
    createdAt: key.createdAt,
    updatedAt: key.updatedAt,
  };
}
