// budget: every record of sessions and accounts, read beside each other.
import type {
  AgentAccess,
  Approval,
  EndUser,
  GoalMutationPolicy,
  GoalStatus,
  HumanInputResponse,
  MemoryScope,
  Question,
  Quotas,
} from "@service/sdk/protocol";
import type { McpServer } from "../mcp/mcp-server.js";
import type { KeyScope } from "./key-scope.js";

/**
 * The records of the store. They are plain JSON values (no Date, no undefined inside arrays), so that a store may
 * keep a record as one JSON document beside its search columns. Times are ISO-8601 UTC strings with milliseconds, so
 * that comparing them as text compares them as times.
 */

export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
}

export type KeyAccess = "full" | "read";

export interface ApiKeyRecord extends KeyScope {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | null;
  /** SHA-256 of the token in lower-case hex. The token itself is never kept. Unique over all organizations. */
  readonly hash: string;
  /** The first 14 characters of the token, for display. */
  readonly prefix: string;
  readonly access: KeyAccess;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface WorkspaceRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly kind: "shared" | "personal";
  readonly name: string;
  readonly slug: string | null;
  /** With `externalId` unique within the organization, when both are set. */
  readonly externalSource: string | null;
  readonly externalId: string | null;
  readonly agentInstructions: string | null;
  /** Whether its sessions' agents remember. @default true, also in records of an older version */
  readonly memoryEnabled?: boolean;
  /** After how many days without an event its sessions are erased. @default null (never), also in older records */
  readonly retentionDays?: number | null;
  /** Limits of its own. @default null (those of the service), also in older records */
  readonly quotas?: Quotas | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Whether turns of the session may start. */
export interface ControlState {
  readonly state: "active" | "paused";
  /** Grows by one with every change. */
  readonly version: number;
  readonly reason: string | null;
  readonly changedAt: string | null;
}

export interface SessionRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly status: string;
  readonly title: string | null;
  readonly titleSource: "user" | "agent" | null;
  readonly initialMessage: string;
  readonly initialTurnId: string | null;
  readonly agentAccess: AgentAccess;
  readonly memoryScope: MemoryScope;
  readonly endUser: EndUser | null;
  readonly createdBy: { readonly kind: "service" | "subject"; readonly subjectId: string };
  /** Settings of its agent from the creation: instructions, skills, resources, metadata, model and so on. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Separate from the settings, which agents and readers see: these contain secrets. */
  readonly mcpServers: readonly McpServer[];
  readonly goal: GoalFacts | null;
  /**
   * The last objective revision of the previous goal; the next goal continues after it. @default 0, also in records of an
   * older version
   */
  readonly goalRevision?: number;
  /**
   * Every call of a tool that may write waits for a person, whatever the tool's own setting: others than people write to
   * this session. @default false, also in records of an older version
   */
  readonly asksBeforeWrites?: boolean;
  /** The end of its last turn, until it is in the parent's log. */
  readonly report: ChildReport | null;
  /**
   * Ended scheduled runs in this session, until their tasks record them. @default none, also in records of an older
   * version
   */
  readonly endedRuns?: readonly EndedRun[];
  /** How many tokens the model read in its last step. @default null, also in records of an older version */
  readonly lastInputTokens?: number | null;
  readonly parentSessionId: string | null;
  readonly rootSessionId: string;
  readonly createIdempotencyKey: string | null;
  readonly activeTurnId: string | null;
  /** Approvals that wait for a person, as last announced; they belong to the active turn. */
  readonly approvals: readonly Approval[];
  readonly control: ControlState;
  readonly queueVersion: number;
  readonly archivedAt: string | null;
  readonly archiveVersion: number;
  /** Time of the pin. @default null, also in records of an older version */
  readonly pinnedAt?: string | null;
  /** Grows by one with every pin and unpin. @default 0, also in records of an older version */
  readonly pinVersion?: number;
  /** Whether a worker has something to do here: derived from status, turns and control, written with every change. */
  readonly runnable: boolean;
  /** Time of the next change without a writer (such as the expiry of a question), or null. */
  readonly wakeAt: string | null;
  /** The highest sequence in the log. The store alone moves it. */
  readonly lastSequence: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The goal of a session. */
export interface GoalFacts {
  readonly id: string;
  readonly status: GoalStatus;
  readonly text: string;
  readonly successCriteria: string | null;
  readonly rootConstraints: readonly unknown[];
  readonly evidence: string | null;
  readonly rationale: string | null;
  readonly pausedReason: string | null;
  readonly createdBy: "api" | "agent";
  /** Grows by one with every change. */
  readonly version: number;
  /** Increases with every change of the objective and with every goal of the session. */
  readonly objectiveRevision: number;
  readonly mutationPolicy: GoalMutationPolicy;
  readonly maxAutoContinuations: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A child session's report to its parent. */
export interface ChildReport {
  /** The child's turn that ended. */
  readonly turnId: string;
  readonly status: "completed" | "failed" | "cancelled";
  /** The answer, or why there is none. */
  readonly text: string;
  /** When it is to be delivered: at once. Null while other turns of the session wait: theirs may take its place. */
  readonly dueAt: string | null;
}

/** The end of a turn that a scheduled task began. */
export interface EndedRun {
  readonly taskId: string;
  readonly runId: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly triggerEventId: string;
  readonly status: "completed" | "failed" | "cancelled";
  readonly at: string;
}

/** A session as a change may alter it: what names it and what the store counts stay. */
export type SessionPatch = Partial<
  Omit<SessionRecord, "id" | "organizationId" | "workspaceId" | "lastSequence" | "createdAt" | "createIdempotencyKey">
>;

export type OpenTurnStatus = "queued" | "running" | "requires_action" | "recovering" | "waiting_capacity";
export type EndedTurnStatus = "completed" | "failed" | "cancelled" | "superseded" | "withdrawn_for_edit";

export interface TurnRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly triggerEventId: string;
  readonly status: OpenTurnStatus | EndedTurnStatus;
  readonly source: string;
  /** Orders the queue, lowest first; unique among the open turns of a session. May be negative. */
  readonly position: number;
  readonly prompt: string;
  readonly modelContext: string | null;
  /** Further fields of the message, unchanged: annotations, resources, model and so on. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly version: number;
  /** How many attempts have started. */
  readonly attempts: number;
  /** Whether the current attempt has written any output of the agent. */
  readonly hasOutput: boolean;
  /** Attempts that were lost before any output, since the turn began or a person last decided. @default 0 */
  readonly recoveries?: number;
  /** When the next attempt may start, while `status` is `recovering`; null or missing for at once. */
  readonly recoverAt?: string | null;
  /** Whether the decision that the turn waited for has been accepted, so that a worker may go on with it. */
  readonly isDecided: boolean;
  readonly cancelReason: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RequestRecord {
  readonly id: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly toolCallId: string | null;
  readonly status: "pending" | "answered" | "skipped" | "expired" | "cancelled";
  readonly questions: readonly Question[];
  readonly allowSkip: boolean;
  readonly response: HumanInputResponse | null;
  /** The person, when one was named, else the key that wrote it. */
  readonly respondedBy: unknown;
  readonly respondedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A person's unsent draft in a session. */
export interface DraftRecord {
  readonly sessionId: string;
  /** Whose it is; unique within the session. */
  readonly owner: string;
  /** Grows by one with every change. */
  readonly revision: number;
  readonly text: string;
  readonly annotations: readonly unknown[];
  readonly resources: readonly unknown[];
  readonly model: string | null;
  readonly reasoningEffort: string | null;
  readonly latencyMode: string | null;
  /** The withdrawn turn that this is an edit of. */
  readonly sourceTurnId: string | null;
  readonly sourceTurnVersion: number | null;
  readonly updatedAt: string;
}

/** An event before the store has given it its place. */
export interface EventDraft {
  readonly id: string;
  readonly type: string;
  readonly payload: unknown;
  readonly occurredAt: string;
  readonly turnId: string | null;
  /** Unique within the session when not null. */
  readonly clientEventId: string | null;
}
