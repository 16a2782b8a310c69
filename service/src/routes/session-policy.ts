import { ServiceApiError, type AgentAccess, type EndUser, type MemoryScope } from "@service/sdk/protocol";
import { conflict, invalid } from "../sessions/api-failure.js";
import type { SessionRecord } from "../store/records.js";
import type { WorkspaceCall } from "./route.js";

export interface AskedPolicy {
  readonly agentAccess?: AgentAccess | null | undefined;
  readonly memoryScope?: MemoryScope | null | undefined;
  readonly endUser: EndUser | null;
  readonly parentSessionId: string | null;
}

export interface Policy {
  readonly agentAccess: AgentAccess;
  readonly memoryScope: MemoryScope;
  readonly endUser: EndUser | null;
  readonly parent: SessionRecord | null;
}

/** From the widest to the narrowest. */
const scopes: readonly MemoryScope[] = ["workspace", "user", "session", "off"];

/**
 * The policy of a new session, fixed for its life (`protocol.md` §1.3).
 *
 * @throws {ServiceApiError} 422 for a user's scope without a user or an unknown parent, 403 for a child that would
 *   reach further than its parent, 409 for a parent that was cancelled.
 */
export async function policyOf(call: WorkspaceCall, asked: AskedPolicy): Promise<Policy> {
  const parent = asked.parentSessionId === null ? null : await parentOf(call, asked.parentSessionId);
  const inherited = parent ?? { agentAccess: "workspace", memoryScope: "workspace", endUser: null };
  const policy = {
    agentAccess: asked.agentAccess ?? inherited.agentAccess,
    memoryScope: asked.memoryScope ?? narrower(asked.agentAccess ?? inherited.memoryScope, inherited.memoryScope),
    endUser: asked.endUser ?? inherited.endUser,
  };
  if (policy.endUser === null && (policy.agentAccess === "user" || policy.memoryScope === "user")) {
    throw invalid('The scope "user" needs an endUser: whose else would it be? Give one, or another scope.');
  }
  if (parent !== null) assertNarrower(policy, parent);
  return { ...policy, parent };
}

/** The narrower of two scopes: a requested access does not widen the parent's memory. */
function narrower(one: MemoryScope, other: MemoryScope): MemoryScope {
  return scopes.indexOf(one) > scopes.indexOf(other) ? one : other;
}

async function parentOf({ world, workspace }: WorkspaceCall, parentSessionId: string): Promise<SessionRecord> {
  const parent = await world.store.getSession(parentSessionId);
  if (parent?.workspaceId !== workspace.id) {
    throw rejected("The parent session is not in this workspace. Leave it out or name one that is.");
  }
  if (parent.status !== "cancelled") return parent;
  throw conflict("The parent session was cancelled and can start no sessions. Name another parent.", "CONTROL_CHANGED");
}

function assertNarrower(policy: Omit<Policy, "parent">, parent: SessionRecord): void {
  const isWider =
    scopes.indexOf(policy.agentAccess) < scopes.indexOf(parent.agentAccess) ||
    scopes.indexOf(policy.memoryScope) < scopes.indexOf(parent.memoryScope);
  const isOthers =
    parent.endUser !== null &&
    (policy.endUser?.source !== parent.endUser.source || policy.endUser.id !== parent.endUser.id);
  if (!isWider && !isOthers) return;
  throw new ServiceApiError("A child session reaches no further than its parent and keeps its end user.", {
    status: 403,
    code: "SESSION_CREATE_FORBIDDEN",
  });
}

function rejected(message: string): ServiceApiError {
  return new ServiceApiError(message, { status: 422, code: "SESSION_CREATE_REJECTED" });
}
