import type { Quotas } from "./quotas.js";
import * as v from "valibot";
import type { SessionMcpServer } from "./mcp-server.js";
import type { SessionSkill } from "./skill.js";

/**
 * A session and its parts in the HTTP API (`protocol.md` §1, §3.4, §9). Schemas require the fields that this project
 * reads and keep the others; a smaller server may omit every optional field.
 */

export type KnownSessionStatus =
  | "queued"
  | "running"
  | "idle"
  | "requires_action"
  | "recovering"
  | "waiting_capacity"
  | "failed"
  | "cancelled";
/** Open: a status of tomorrow passes through as it is. */
export type SessionStatus = KnownSessionStatus | (string & {});

/** Sessions that an agent may reach: its own, the user's, or the workspace's. */
export type AgentAccess = "session" | "user" | "workspace";
/** Whose memory an agent uses, or `"off"`. */
export type MemoryScope = AgentAccess | "off";

/** A label, not a login. */
export interface EndUser {
  readonly source: string;
  readonly id: string;
}

/** Whether a session runs, is paused or is cancelled, and by what. */
export interface EffectiveControl {
  readonly state: "active" | "paused";
  readonly controlVersion: number;
  readonly controlEtag: string;
  /** Why a paused session cannot continue; absent from smaller servers. */
  readonly primaryBlocker?: { readonly reason?: string | null | undefined } | null | undefined;
  /** Ways to continue after a pause; absent from smaller servers. */
  readonly resumeOptions?: readonly ResumeOption[] | undefined;
}

/** One way to go on after a pause, as the service offers it. */
export interface ResumeOption {
  /** `selected`: the requested session · `session`: the session `targetId` · `workspace`: the whole workspace */
  readonly scope: "selected" | "session" | "workspace" | (string & {});
  /** The session that is resumed. @default the requested session */
  readonly targetId?: string | undefined;
  /** Its effect, in the service's words. */
  readonly impactCopy?: string | undefined;
}

/** A session. */
export interface Session {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: SessionStatus;
  readonly title: string | null;
  readonly titleSource?: "user" | "agent" | null | undefined;
  readonly initialMessage: string;
  /** Only in the answer to a creation. */
  readonly initialTurnId?: string | null | undefined;
  readonly agentAccess: AgentAccess;
  readonly memoryScope: MemoryScope;
  readonly endUser: EndUser | null;
  /** `service` by a key, a scheduled task or an automation, which `subjectId` names; `subject` below a parent. */
  readonly createdBy?: { readonly kind: string; readonly subjectId: string } | null | undefined;
  readonly activeTurnId: string | null;
  readonly lastSequence: number;
  readonly parentSessionId?: string | null | undefined;
  readonly rootSessionId?: string | undefined;
  readonly queueVersion?: number | undefined;
  readonly effectiveControl?: EffectiveControl | undefined;
  readonly skills?: readonly SessionSkill[] | undefined;
  readonly mcpServers?: readonly SessionMcpServer[] | undefined;
  readonly archived?: boolean | undefined;
  readonly archivedAt?: string | null | undefined;
  readonly archiveVersion?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly pinnedAt?: string | null | undefined;
  readonly pinVersion?: number | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** State of a turn. */
export type TurnStatus =
  | "queued"
  | "running"
  | "requires_action"
  | "recovering"
  | "waiting_capacity"
  | "completed"
  | "failed"
  | "cancelled"
  | "superseded"
  | "withdrawn_for_edit";

/** A turn of a session. */
export interface SessionTurn {
  readonly id: string;
  readonly sessionId: string;
  readonly triggerEventId: string;
  readonly status: TurnStatus | (string & {});
  readonly source: string;
  readonly position: number;
  readonly prompt: string;
  readonly version: number;
  /** Additions to the message; absent from smaller servers. */
  readonly annotations?: readonly unknown[] | undefined;
  readonly resources?: readonly unknown[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A session's queue with its version. */
export interface QueueSnapshot {
  readonly version: number;
  readonly effectiveControl: EffectiveControl;
  readonly stoppingPreviousAttempt: boolean;
  /** In the order they will run. */
  readonly items: readonly SessionTurn[];
}

/** A set of questions as the service stores it. */
export interface HumanInputRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly status: "pending" | "answered" | "skipped" | "expired" | "cancelled";
  readonly allowSkip: boolean;
  readonly expiresAt: string | null;
}

/** A workspace: the place of one tenant. */
export interface Workspace {
  readonly id: string;
  /** The organization it belongs to. */
  readonly accountId: string;
  readonly name: string;
  readonly kind: "shared" | "personal";
  readonly externalSource: string | null;
  readonly externalId: string | null;
  readonly slug?: string | null | undefined;
  /** Instructions at the start of every session of the workspace. */
  readonly agentInstructions?: string | null | undefined;
  readonly settings?:
    | {
        readonly memoryEnabled?: boolean | undefined;
        readonly retentionDays?: number | null | undefined;
        readonly quotas?: Quotas | null | undefined;
      }
    | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Version and features of a service, from `GET /v1/config/client`. */
export interface ClientConfig {
  readonly serverVersion?: string | undefined;
  /** Absent: unknown. A feature missing from a present table: not supported. */
  readonly features?: Readonly<Record<string, boolean>> | undefined;
  /** Whether files can be uploaded, and how large one may be (bytes); absent = they cannot. */
  readonly fileUploads?: { readonly enabled: boolean; readonly maxSizeBytes: number } | undefined;
  /** False where the host allows no choice of model; the catalogue route is then missing. */
  readonly modelSelection?: boolean | undefined;
}

const text = v.string();
const iso = v.string();
const maybeText = v.nullish(text, null);

const resumeOptionSchema = v.looseObject({ scope: text, targetId: v.optional(text), impactCopy: v.optional(text) });

/** Schema of `EffectiveControl`. */
export const effectiveControlSchema = v.looseObject({
  state: v.picklist(["active", "paused"]),
  controlVersion: v.number(),
  controlEtag: text,
  primaryBlocker: v.fallback(v.nullish(v.looseObject({ reason: maybeText })), null),
  resumeOptions: v.optional(v.fallback(v.array(resumeOptionSchema), [])),
});

/** Schema of `Session`. */
export const sessionSchema = v.looseObject({
  id: text,
  workspaceId: text,
  status: text,
  title: maybeText,
  initialMessage: v.optional(text, ""),
  initialTurnId: v.nullish(text),
  agentAccess: v.optional(v.picklist(["session", "user", "workspace"]), "workspace"),
  memoryScope: v.optional(v.picklist(["session", "user", "workspace", "off"]), "workspace"),
  endUser: v.nullish(v.object({ source: text, id: text }), null),
  createdBy: v.optional(v.fallback(v.nullish(v.looseObject({ kind: text, subjectId: text })), null)),
  activeTurnId: maybeText,
  lastSequence: v.optional(v.number(), 0),
  effectiveControl: v.optional(effectiveControlSchema),
  createdAt: iso,
  updatedAt: iso,
});

const turn = v.looseObject({
  id: text,
  sessionId: text,
  triggerEventId: text,
  status: text,
  source: text,
  position: v.number(),
  prompt: text,
  version: v.number(),
  startedAt: maybeText,
  finishedAt: maybeText,
  createdAt: iso,
  updatedAt: iso,
});
/** Schema of `Turn`. */
export const turnSchema = turn;

/** Schema of `QueueSnapshot`. */
export const queueSnapshotSchema = v.looseObject({
  version: v.number(),
  effectiveControl: effectiveControlSchema,
  stoppingPreviousAttempt: v.optional(v.boolean(), false),
  items: v.array(turn),
});

/** Schema of `ClientConfig`. */
export const clientConfigSchema = v.looseObject({
  serverVersion: v.optional(text),
  features: v.optional(v.record(text, v.boolean())),
  fileUploads: v.optional(v.looseObject({ enabled: v.boolean(), maxSizeBytes: v.number() })),
});
