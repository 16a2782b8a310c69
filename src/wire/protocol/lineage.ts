import * as v from "valibot";
import { readBody } from "./read-body.js";
import type { EndUser, SessionStatus } from "./session.js";

/** A session's place in its tree (`protocol.md` §1.6). */

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

/** A child, with the children that it has started itself. */
export interface LineageChild extends LineageNode {
  /** Oldest first; a smaller server leaves them out. */
  readonly children?: readonly LineageChild[] | undefined;
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

/** Parent, siblings and children of a session. */
export interface SessionLineage {
  readonly sessionId: string;
  readonly rootSessionId: string;
  /** From the root to the parent; empty for a root. */
  readonly ancestors: readonly LineageNode[];
  /** Direct ones, oldest first, archived ones too; at most 200, those below them included. */
  readonly children: readonly LineageChild[];
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

/** Servers send a relative flat, as `{session, children}`, or as both at once. */
const relative = v.union([
  node,
  v.pipe(
    v.looseObject({ session: node }),
    v.transform(({ session, ...rest }) => ({ ...session, ...rest })),
  ),
]);
const relatives = v.nullish(v.array(relative), []);

/** A server may leave out everything where a session has no relatives; `readLineage` fills the gaps. */
export const lineageSchema = v.looseObject({
  sessionId: v.nullish(text),
  rootSessionId: v.nullish(text),
  ancestors: relatives,
  children: relatives,
  treeStats: v.nullish(stats, {}),
});

/**
 * The lineage of a session as any server sends it; `null` and `{}` are a session without relatives.
 *
 * @throws {ServiceError} with code `response_malformed`.
 */
export function readLineage(value: unknown, sessionId: string): SessionLineage {
  const { ancestors, children, ...read } = readBody(lineageSchema, value ?? {}, "a lineage");
  return {
    ...read,
    sessionId: read.sessionId ?? sessionId,
    rootSessionId: read.rootSessionId ?? ancestors[0]?.id ?? sessionId,
    ancestors: ancestors as LineageNode[],
    children: children.map((child) => withChildren(child, deepest)),
    treeStats: read.treeStats,
  };
}

/** How many levels below the children are read. */
const deepest = 20;

/** Relatives further down that do not read as such are left out. */
function withChildren(child: object, levels: number): LineageChild {
  const { children } = child as { readonly children?: unknown };
  const below = Array.isArray(children) && levels > 0 ? children : [];
  const read = below.flatMap((entry) => {
    const parsed = v.safeParse(relative, entry);
    return parsed.success ? [withChildren(parsed.output, levels - 1)] : [];
  });
  return { ...(child as LineageNode), children: read };
}
