import type { Quotas } from "./quotas.js";
import type { AgentAccess, EndUser, MemoryScope, SessionStatus } from "./session.js";
import type { Actor, ApprovalDecision, HumanInputSubmission } from "./decisions.js";
import type { GoalInput } from "./goal.js";
import type { McpCredentialUpdate, McpServerInput, ToolReference } from "./mcp-server.js";
import type { SkillDefinition } from "./skill.js";

/** Request bodies of the session API (`protocol.md` §3, §8, §9.7). */

export interface CreateSessionBody {
  readonly initialMessage: string;
  /** A UUID of the caller's choice. */
  readonly requestedSessionId?: string;
  /** 1 to 200 characters; a repeat returns the first session. */
  readonly idempotencyKey?: string;
  /** Put on the first `user.message`. */
  readonly clientEventId?: string;
  /** @default "workspace" */
  readonly agentAccess?: AgentAccess;
  /** @default what `agentAccess` is */
  readonly memoryScope?: MemoryScope;
  readonly endUser?: EndUser;
  readonly instructions?: string;
  /** At most 32. */
  readonly skills?: readonly SkillDefinition[];
  /** At most 128. */
  readonly tools?: readonly ToolReference[];
  /** At most 16. */
  readonly mcpServers?: readonly McpServerInput[];
  /** Resources of the session; files among them, at most 20, are also those of its first message. */
  readonly resources?: readonly unknown[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** 1 to 32,768 characters that the model sees and the transcript does not show. */
  readonly modelContext?: string;
  readonly model?: string;
  readonly parentSessionId?: string;
  readonly goal?: GoalInput;
  readonly actor?: Actor;
}

/** Additions to a message's text. */
interface MessageExtrasBody {
  readonly resources?: readonly unknown[] | undefined;
  /** At most 12. */
  readonly annotations?: readonly unknown[] | undefined;
  /** One of the model catalog's; as all below, the session's own when left out. */
  readonly model?: string | undefined;
  readonly reasoningEffort?: string | undefined;
  readonly latencyMode?: string | undefined;
}

/** A message, as it is posted to a session. */
export interface UserMessageInput {
  readonly type: "user.message";
  readonly clientEventId?: string;
  readonly payload: MessageExtrasBody & {
    readonly text: string;
    readonly modelContext?: string;
    readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[];
  };
}

/** A decision about an approval, as it is posted to a session. */
export interface ApprovalDecisionInput {
  readonly type: "user.approvalDecision";
  readonly clientEventId?: string;
  readonly payload: {
    readonly approvalId: string;
    readonly decision: ApprovalDecision;
    readonly message?: string;
    readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[];
  };
}

/** Answers to a set of questions, as they are posted to a session. */
export interface HumanInputResponseInput {
  readonly type: "user.humanInputResponse";
  readonly clientEventId?: string;
  readonly payload: {
    readonly requestId: string;
    readonly response: HumanInputSubmission;
    readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[];
  };
}

/** A control event, as it is posted to a session. */
export interface ControlEventInput {
  readonly type: "user.pause" | "user.resume" | "user.cancel" | "user.interrupt";
  readonly clientEventId?: string;
  /** `turnId`: interrupts only when this turn is the one that runs. */
  readonly payload?: { readonly reason?: string; readonly turnId?: string };
}

/** Body of `POST …/events`. */
export type SessionEventInput = (
  | UserMessageInput
  | ApprovalDecisionInput
  | HumanInputResponseInput
  | ControlEventInput
) & {
  readonly actor?: Actor;
};

/** Effect of a control request on a session. */
export type ControlAction = "pause" | "resume" | "cancel" | "interrupt";

/** Body of a control request. */
export interface ControlBody {
  readonly action: ControlAction;
  readonly clientEventId: string;
  readonly reason?: string;
  /** Interrupts only when this turn is the one that runs. */
  readonly turnId?: string;
}

/** Body of a message that interrupts the running turn. */
export interface SteerBody extends MessageExtrasBody {
  readonly text: string;
  readonly clientEventId: string;
  readonly modelContext?: string;
  readonly mcpCredentialUpdates?: readonly McpCredentialUpdate[];
}

/** Body that archives or restores a session. */
export interface ArchiveBody {
  readonly archived: boolean;
  /** The `archiveVersion` that the caller saw. */
  readonly expectedVersion?: number;
}

/** Body that pins or unpins a session. */
export interface PinBody {
  readonly pinned: boolean;
  /** The `pinVersion` that the caller saw. */
  readonly expectedVersion?: number;
}

/** Which sessions a page shows (`GET …/sessions?view=page`). */
export interface SessionPageQuery {
  /** Part of the title or the first message, whatever its case; at most 200 characters. */
  readonly search?: string;
  /** @default false, which leaves archived ones out; true shows them alone */
  readonly archivedOnly?: boolean;
  /** Shows the pinned ones alone. @default false */
  readonly pinsOnly?: boolean;
  readonly status?: SessionStatus;
  /** `"null"`: only sessions without a parent. */
  readonly parentSessionId?: string;
  readonly endUserSource?: string;
  readonly endUserId?: string;
  /** By their creation or by their last change, newest first. @default "created" */
  readonly order?: SessionOrder;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string;
  /** @default 100, at most 500 */
  readonly limit?: number;
}

/** The time that a list of sessions is ordered by: `createdAt` or `updatedAt`. */
export type SessionOrder = "created" | "updated";

/** Which sessions of an organization a page shows. */
export interface OrganizationSessionQuery extends Omit<SessionPageQuery, "parentSessionId" | "order" | "limit"> {
  /** @default 50, at most 200 */
  readonly limit?: number;
}

/** Body of `PUT /v1/workspaces/external`. */
export interface EnsureWorkspaceBody {
  readonly accountId?: string;
  readonly externalSource: string;
  readonly externalId: string;
  readonly name: string;
  /** Fields named here are set, also in an existing workspace. */
  readonly settings?: {
    /** Whether the workspace's agents remember. @default true */
    readonly memoryEnabled?: boolean;
    /** Days after its last event at which a session is erased (1 to 36500); null keeps sessions. @default null */
    readonly retentionDays?: number | null;
    /** Limits of the workspace and of each of its people; null are the service's defaults. @default null */
    readonly quotas?: Quotas | null;
  };
}

/** Body of a new workspace. */
export interface CreateWorkspaceBody {
  readonly accountId?: string;
  readonly name: string;
  readonly slug?: string | null;
  readonly agentInstructions?: string | null;
  /** With `externalId`, or neither. */
  readonly externalSource?: string;
  readonly externalId?: string;
  readonly settings?: EnsureWorkspaceBody["settings"];
}

/** Fields that are left out stay; null clears. */
export interface ChangeWorkspaceBody {
  readonly name?: string;
  readonly slug?: string | null;
  readonly agentInstructions?: string | null;
  readonly settings?: EnsureWorkspaceBody["settings"];
}

/** Body of a new API key. */
export interface CreateApiKeyBody {
  readonly name: string;
  readonly description?: string;
  /** @default "full" */
  readonly access?: "full" | "read";
  readonly expiresAt?: string;
}
