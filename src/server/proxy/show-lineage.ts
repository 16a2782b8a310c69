/** A session's relatives, as far as the user may open them. */
import { isNotFound } from "../../wire/protocol/api-error.js";
import type { LineageChild, LineageNode, SessionLineage, TreeStats } from "../../wire/protocol/lineage.js";
import type { Session } from "../../wire/protocol/session.js";
import { isAllowedSession } from "./authorize.js";
import type { Passage } from "./passage.js";
import { passChanged, send } from "./send-on.js";

export async function showLineage(passage: Passage): Promise<Response> {
  const answered = await send(passage);
  const lineage = answered.value as SessionLineage;
  const sessionId = lineage.sessionId || (passage.ids["sessionId"] ?? "");
  const rootSessionId = lineage.rootSessionId || sessionId;
  const children = await allowedBelow(passage, lineage.children, rootSessionId);
  const shown: SessionLineage = {
    ...lineage,
    sessionId,
    rootSessionId,
    ancestors: await allowed(passage, lineage.ancestors, rootSessionId),
    children,
    // The service counts descendants that the host's rule may hide.
    treeStats: passage.options.authorizeSession ? statsOf(children) : lineage.treeStats,
  };
  return passChanged(passage, answered, shown);
}

/** Counts only direct children. */
function statsOf(children: readonly LineageNode[]): TreeStats {
  const count = (...statuses: string[]) => children.filter(({ status }) => statuses.includes(status)).length;
  return {
    directChildren: children.length,
    totalDescendants: children.length,
    runningDescendants: count("running", "recovering"),
    queuedDescendants: count("queued", "waiting_capacity"),
    attentionDescendants: count("requires_action"),
    pausedDescendants: 0,
    failedDescendants: count("failed"),
    truncated: true,
  };
}

/** A session that the user may not open hides its descendants. */
async function allowedBelow(
  passage: Passage,
  children: readonly LineageChild[],
  rootSessionId: string,
): Promise<readonly LineageChild[]> {
  const shown = await allowed(passage, children, rootSessionId);
  return Promise.all(
    shown.map(async (child) => ({
      ...child,
      children: await allowedBelow(passage, child.children ?? [], rootSessionId),
    })),
  );
}

/** A host's own rule gets the whole record, which is read first; the default rule needs only the relative. */
async function allowed<Node extends LineageNode>(
  { service, context, options }: Passage,
  nodes: readonly Node[],
  rootSessionId: string,
): Promise<readonly Node[]> {
  const { workspaceId, request } = context;
  const may = await Promise.all(
    nodes.map(async (node) => {
      const session = options.authorizeSession
        ? await service.client
            .getSession({ sessionId: node.id, workspaceId }, { signal: request.signal })
            .catch(nullIfRemoved)
        : ({ ...node, rootSessionId } as unknown as Session);
      return session !== null && isAllowedSession(session, context, service.source, options);
    }),
  );
  return nodes.filter((_node, index) => may[index]);
}

/** A relative may be deleted during the reads. */
function nullIfRemoved(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}
