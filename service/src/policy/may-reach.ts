import type { AgentAccess, EndUser } from "@service/sdk/protocol";

/** Facts that decide about reach, and that a host receives of a session. Fixed when the session is created. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly parentSessionId: string | null;
  readonly agentAccess: AgentAccess;
  readonly endUser: EndUser | null;
  /** As the creation gave it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A host's own word about one session's agent and another session. Only `true` lets it pass; it widens nothing. */
export type AgentMayReach = (from: SessionFacts, to: SessionFacts) => boolean;

/**
 * Whether the agent of one session may list, read and write another session.
 *
 * - Never itself, and never a session of another workspace.
 * - Its own child tree, always: its children, their children, and so on.
 * - Any other, its parent and its siblings among them, when both permit it: the narrower `agentAccess` of the two
 *   counts. `session` permits none, `user` sessions with the same label (source and id), `workspace` all.
 * - And only when the host's own function, if there is one, permits it.
 *
 * @param isBelow whether `to` is in the child tree of `from`.
 */
export function mayReach(
  from: SessionFacts,
  to: SessionFacts,
  isBelow: boolean,
  agentMayReach: AgentMayReach = () => true,
): boolean {
  if (from.sessionId === to.sessionId || from.workspaceId !== to.workspaceId) return false;
  if (!isBelow && !bothPermit(from, to)) return false;
  // A promise from the host's function is not a permission.
  const answer: unknown = agentMayReach(from, to);
  return answer === true;
}

function bothPermit(from: SessionFacts, to: SessionFacts): boolean {
  if (from.agentAccess === "session" || to.agentAccess === "session") return false;
  if (from.agentAccess === "workspace" && to.agentAccess === "workspace") return true;
  return from.endUser !== null && from.endUser.source === to.endUser?.source && from.endUser.id === to.endUser.id;
}
