import type { McpServerInput, ToolReference } from "../../wire/protocol/mcp-server.js";
import type { CreateSessionBody } from "../../wire/protocol/session-bodies.js";
import type { SkillDefinition } from "../../wire/protocol/skill.js";
import type { AgentAccess, MemoryScope } from "../../wire/protocol/session.js";
import { ChatError } from "../../wire/protocol/chat-error.js";

/** Which workspace: a tenant of the host, or the workspace itself. */
export type WorkspaceTarget =
  | { readonly tenant: string; readonly workspaceId?: undefined }
  | { readonly workspaceId: string; readonly tenant?: undefined };

/** How a conversation is made with its first message; afterwards its policy is fixed. */
export interface ChatPolicy {
  /** @default "session" */
  readonly agentAccess?: AgentAccess | undefined;
  /** `false` turns memory off. @default what `agentAccess` is */
  readonly memory?: AgentAccess | false | undefined;
  /** Model of a new session. @default the service's */
  readonly model?: string | undefined;
  /** Instructions for the agent of a new session. @default none */
  readonly instructions?: string | undefined;
  /** Skills of the agent: definitions from the host's own configuration, at most 32. @default none */
  readonly skills?: readonly SkillDefinition[] | undefined;
  /** Tools of the service that a new session has. @default the service's */
  readonly tools?: readonly ToolReference[] | undefined;
  /**
   * The product's tools, at most 16 servers. Fixed with the first message, save their headers: each later message and
   * decision passes on those of now, so that a short-lived token may be made for every request.
   *
   * @default none
   */
  readonly mcpServers?: readonly McpServerInput[] | undefined;
  /**
   * Further fields of the session's creation; they override derived ones, except message, id and idempotency key.
   * @default none
   */
  readonly create?: Partial<CreateSessionBody> | undefined;
}

/** The verified author of writes. */
export interface ChatActor {
  readonly id: string;
  readonly name?: string | undefined;
}

/** The person, the conversation and its policy, for `Service.chat`. */
export type ChatOptions = WorkspaceTarget &
  ChatPolicy & {
    readonly conversation: string;
    /** The user the conversation belongs to; without one it is shared. */
    readonly user?: string | undefined;
    /** @default the `user` */
    readonly actor?: ChatActor | undefined;
  };

/** The two access fields of a creation. */
export interface AccessPolicy {
  /** Sessions that the agent may reach. */
  readonly agentAccess: AgentAccess;
  /** Whose memory the agent uses. */
  readonly memoryScope: MemoryScope;
}

const accessWords: readonly unknown[] = ["session", "user", "workspace"] satisfies AgentAccess[];

/**
 * Decides the access fields of a conversation.
 *
 * @throws {ChatError} (400) for an unknown word, and for a scope of `user` without a user.
 */
export function accessPolicy(policy: ChatPolicy, user: string | undefined): AccessPolicy {
  const agentAccess = policy.agentAccess ?? "session";
  if (!accessWords.includes(agentAccess)) {
    throw refuse(
      "agent_access_invalid",
      `agentAccess ${JSON.stringify(agentAccess)} is none of "session", "user", "workspace".`,
    );
  }
  const memory: unknown = policy.memory ?? agentAccess;
  if (memory !== false && !accessWords.includes(memory)) {
    throw refuse(
      "memory_invalid",
      `memory ${JSON.stringify(memory)} is none of "session", "user", "workspace", false.`,
    );
  }
  const memoryScope = policy.memory === false ? "off" : (policy.memory ?? agentAccess);
  if (user === undefined && agentAccess === "user") {
    throw refuse("user_required_for_scope", 'agentAccess "user" needs a user: let `resolve` return one.');
  }
  if (user === undefined && memoryScope === "user") {
    throw refuse("memory_scope_requires_user", 'memory "user" needs a user: let `resolve` return one.');
  }
  return { agentAccess, memoryScope };
}

function refuse(code: string, message: string): ChatError {
  return new ChatError(message, { code, status: 400 });
}
