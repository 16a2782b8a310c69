import {
  lineageSchema,
  type LineageChild,
  type LineageNode,
  type SessionLineage,
  type TreeStats,
} from "@service/sdk/protocol";
import type { AgentModels } from "../agent/agent-models.js";
import { json } from "../http/answers.js";
import { cutUtf8 } from "../sessions/bound-payload.js";
import { sessionsBelow } from "../sessions/session-tree.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { World } from "../world.js";
import { inSession, type Route } from "./route.js";
import { wireListedSession } from "./wire.js";

const maxChildren = 200;
/** Number of ancestors returned. */
const maxAncestors = 50;
/** How much of each one's first message, so that a whole tree stays a small answer (UTF-8). */
const maxMessageBytes = 2_000;

/** A session's ancestors and descendants (`protocol.md` §1.6). */
export const lineageRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/lineage",
    "read",
    { summary: "Read a session's ancestors and children", answers: { 200: lineageSchema } },
    async ({ world, session }) => json(await lineageOf(world, session)),
  ),
];

async function lineageOf({ store, models }: World, session: SessionRecord): Promise<SessionLineage> {
  const { id, rootSessionId } = session;
  const { below, isTruncated } = await sessionsBelow(store, session);
  const children = below.filter((entry) => entry.parentSessionId === id);
  return {
    sessionId: id,
    rootSessionId,
    ancestors: (await ancestorsOf(store, session)).map(nodeOf),
    children: childrenOf(below, id, models),
    treeStats: statsOf(below, children.length, isTruncated),
  };
}

/** Direct children, each as `{session, children}` beside its own fields, with its first `maxChildren` children. */
function childrenOf(below: readonly SessionRecord[], id: string, models: AgentModels): LineageChild[] {
  const byParent = new Map<string | null, SessionRecord[]>();
  for (const entry of below.slice(0, maxChildren)) {
    byParent.set(entry.parentSessionId, [...(byParent.get(entry.parentSessionId) ?? []), entry]);
  }
  const childOf = (record: SessionRecord): LineageChild & { readonly session: object } => {
    const node = nodeOf(record);
    const session = { ...wireListedSession(record, models), initialMessage: node.initialMessage };
    return { ...node, session, children: (byParent.get(record.id) ?? []).map(childOf) };
  };
  return (byParent.get(id) ?? []).map(childOf);
}

/** From the root to the parent; one that was removed ends the line. */
async function ancestorsOf(store: Store, session: SessionRecord): Promise<SessionRecord[]> {
  const found: SessionRecord[] = [];
  let parentId = session.parentSessionId;
  while (parentId !== null && found.length < maxAncestors) {
    const parent: SessionRecord | null = await store.getSession(parentId);
    if (parent === null) break;
    found.unshift(parent);
    parentId = parent.parentSessionId;
  }
  return found;
}

function statsOf(below: readonly SessionRecord[], directChildren: number, truncated: boolean): TreeStats {
  const count = (...statuses: string[]) => below.filter((entry) => statuses.includes(entry.status)).length;
  return {
    directChildren,
    totalDescendants: below.length,
    runningDescendants: count("running", "recovering"),
    queuedDescendants: count("queued", "waiting_capacity"),
    attentionDescendants: count("requires_action"),
    pausedDescendants: below.filter((entry) => entry.status !== "cancelled" && entry.control.state === "paused").length,
    failedDescendants: count("failed"),
    truncated,
  };
}

function nodeOf(session: SessionRecord): LineageNode {
  const { id, parentSessionId, title, status, archivedAt, endUser, createdAt, updatedAt } = session;
  const archived = archivedAt !== null;
  const initialMessage = cutUtf8(session.initialMessage, maxMessageBytes);
  return { id, parentSessionId, title, initialMessage, status, archived, endUser, createdAt, updatedAt };
}
