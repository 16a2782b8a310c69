import type { AgentAccess, EndUser } from "@service/sdk/protocol";

/** What decides about reach, and what a host is told of a session. Fixed when the session is created. */
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
 * - Its own child tree, always: the sessions that it has started, those that they have started, and so on.
 * - Any other, its parent and its siblings among them, where both permit it: the narrower `agentAccess` of the two counts.
 *   `session` permits nobody, `user` who carries the same label, source and id, `workspace` everybody.
 * - And only where the host, when it has a word in it, lets it pass.
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
  // A host's function that answers with a promise has said nothing yet.
  const answer: unknown = agentMayReach(from, to);
  return answer === true;
}

function bothPermit(from: SessionFacts, to: SessionFacts): boolean {
  if (from.agentAccess === "session" || to.agentAccess === "session") return false;
  if (from.agentAccess === "workspace" && to.agentAccess === "workspace") return true;
  return from.endUser !== null && from.endUser.source === to.endUser?.source && from.endUser.id === to.endUser.id;
}
