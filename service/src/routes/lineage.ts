import { lineageSchema, type LineageNode, type SessionLineage, type TreeStats } from "@service/sdk/protocol";
import { json } from "../http/answers.js";
import { cutUtf8 } from "../sessions/bound-payload.js";
import { sessionsBelow } from "../sessions/session-tree.js";
import type { SessionRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { inSession, type Route } from "./route.js";

const maxChildren = 200;
/** How far up a session's ancestors are told. */
const maxAncestors = 50;
/** How much of each one's first message, so that a whole tree stays a small answer (UTF-8). */
const maxMessageBytes = 2_000;

/** Where a session stands among those that it was started by and has started (`protocol.md` §1.6). */
export const lineageRoutes: readonly Route[] = [
  inSession(
    "GET",
    "/lineage",
    "read",
    { summary: "Read a session's ancestors and children", answers: { 200: lineageSchema } },
    async ({ world, session }) => json(await lineageOf(world.store, session)),
  ),
];

async function lineageOf(store: Store, session: SessionRecord): Promise<SessionLineage> {
  const { id, rootSessionId } = session;
  const { below, isTruncated } = await sessionsBelow(store, session);
  const children = below.filter((entry) => entry.parentSessionId === id);
  return {
    sessionId: id,
    rootSessionId,
    ancestors: (await ancestorsOf(store, session)).map(nodeOf),
    children: children.slice(0, maxChildren).map(nodeOf),
    treeStats: statsOf(below, children.length, isTruncated),
  };
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
