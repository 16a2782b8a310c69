import * as v from "./guards.js";
import type { EndUser, SessionStatus } from "./session.js";

/** Where a session stands in its tree (`protocol.md` §1.6). */

/** As much of a session as its relatives are shown. */
export interface LineageNode {
  readonly id: string;
  readonly parentSessionId: string | null;
  readonly title: string | null;
  /** Its beginning, at most 2,000 bytes in UTF-8. */
  readonly initialMessage: string;
  readonly status: SessionStatus;
  readonly archived: boolean;
  /** A relative may be another user's; a proxy shows only those that its user may open. */
  readonly endUser: EndUser | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Counts over everything below a session, however deep. */
export interface TreeStats {
  readonly directChildren: number;
  readonly totalDescendants: number;
  readonly runningDescendants: number;
  readonly queuedDescendants: number;
  /** Those that wait for a person. */
  readonly attentionDescendants: number;
  readonly pausedDescendants: number;
  readonly failedDescendants: number;
  /** Whether there are more than were counted. */
  readonly truncated: boolean;
}

export interface SessionLineage {
  readonly sessionId: string;
  readonly rootSessionId: string;
  /** From the root to the parent; empty for a root. */
  readonly ancestors: readonly LineageNode[];
  /** Direct ones, oldest first, archived ones too; at most 200. */
  readonly children: readonly LineageNode[];
  readonly treeStats: TreeStats;
}

const text = v.string();
const maybeText = v.nullish(text, null);
const count = v.optional(v.number(), 0);

const node = v.looseObject({
  id: text,
  parentSessionId: maybeText,
  title: maybeText,
  initialMessage: v.optional(text, ""),
  status: text,
  archived: v.optional(v.boolean(), false),
  endUser: v.nullish(v.object({ source: text, id: text }), null),
  createdAt: text,
  updatedAt: text,
});

const stats = v.looseObject({
  directChildren: count,
  totalDescendants: count,
  runningDescendants: count,
  queuedDescendants: count,
  attentionDescendants: count,
  pausedDescendants: count,
  failedDescendants: count,
  truncated: v.optional(v.boolean(), false),
});

export const lineageSchema = v.looseObject({
  sessionId: text,
  rootSessionId: text,
  ancestors: v.optional(v.array(node), []),
  children: v.optional(v.array(node), []),
  treeStats: v.optional(stats, {}),
});
