/** A session's relatives, as far as the user may open them. */
import { isNotFound } from "../protocol/api-error.js";
import type { LineageNode, SessionLineage } from "../protocol/lineage.js";
import type { Session } from "../protocol/session.js";
import { isAllowedSession } from "./authorize.js";
import type { Passage } from "./passage.js";
import { passChanged, send } from "./send-on.js";

export async function showLineage(passage: Passage): Promise<Response> {
  const answered = await send(passage);
  const lineage = answered.value as SessionLineage;
  const shown = {
    ...lineage,
    ancestors: await allowed(passage, lineage.ancestors, lineage.rootSessionId),
    children: await allowed(passage, lineage.children, lineage.rootSessionId),
  };
  return passChanged(passage, answered, shown);
}

/** The host's own rule is asked with the whole record, so it is read; the default one needs no more than the relative. */
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

/** A relative may go while the others are told. */
function nullIfRemoved(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}
