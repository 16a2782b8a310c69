import type { EffectiveControl, QueueSnapshot } from "@service/sdk/protocol";
import { controlEtag } from "../sessions/control-session.js";
import type { ApiKeyRecord, RequestRecord, SessionRecord, TurnRecord, WorkspaceRecord } from "../store/records.js";

/** Records as they travel (`protocol.md` §1, §2.6, §8, §9.7). */

export function effectiveControl(session: SessionRecord): EffectiveControl & Record<string, unknown> {
  const { state, version } = session.control;
  return {
    state,
    controlVersion: version,
    controlEtag: controlEtag(session),
    directState: state,
    primaryBlocker: null,
    additionalBlockerCount: 0,
    blockers: [],
    resumeOptions: [],
    override: null,
    settlement: null,
  };
}

export function wireSession(session: SessionRecord): Record<string, unknown> {
  const { settings, organizationId, runnable: _, wakeAt: __, approvals: ___, control: ____, ...rest } = session;
  const { initialTurnId: _____, ...record } = rest;
  return {
    instructions: null,
    resources: [],
    skills: [],
    tools: [],
    metadata: {},
    model: "scripted",
    reasoningEffort: "none",
    latencyMode: "standard",
    sandboxBackend: "none",
    ...settings,
    ...record,
    accountId: organizationId,
    archived: session.archivedAt !== null,
    effectiveControl: effectiveControl(session),
    mcpServers: [],
    channelId: null,
    pinned: false,
    pinnedAt: null,
    pinVersion: 0,
    activelyWorking: session.status === "running" || session.status === "recovering",
  };
}

export function wireTurn(turn: TurnRecord, workspaceId: string): QueueSnapshot["items"][number] {
  const { attempts, hasOutput: _, isDecided: __, modelContext: ___, ...record } = turn;
  return {
    ...record,
    workspaceId,
    executionGeneration: attempts,
    activeAttemptId: null,
    annotations: [],
    resources: [],
    tools: [],
    cancelledBy: null,
  } as QueueSnapshot["items"][number];
}

export function wireRequest({ toolCallId, ...request }: RequestRecord, workspaceId: string): Record<string, unknown> {
  return { ...request, workspaceId, turnGeneration: 1, toolCallId };
}

export function wireWorkspace({ organizationId, ...workspace }: WorkspaceRecord): Record<string, unknown> {
  return {
    ...workspace,
    accountId: organizationId,
    settings: {},
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

export function permissionsOf(key: ApiKeyRecord): readonly string[] {
  return key.access === "full" ? fullPermissions : readPermissions;
}

export function wireKey({ organizationId, hash: _, ...key }: ApiKeyRecord): Record<string, unknown> {
  return {
    ...key,
    accountId: organizationId,
    workspaceId: null,
    permissions: permissionsOf({ ...key, organizationId, hash: "" }),
  };
}
