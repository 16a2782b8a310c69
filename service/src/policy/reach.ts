import { isRecord } from "../sessions/is-record.js";
import { isBelow, sessionsBelow } from "../sessions/session-tree.js";
import type { SessionRecord } from "../store/records.js";
import type { SessionQuery, Store } from "../store/store.js";
import { mayReach, type AgentMayReach, type SessionFacts } from "./may-reach.js";

export interface ReachOptions {
  readonly store: Store;
  /** @default every session that the policy lets pass */
  readonly agentMayReach?: AgentMayReach | undefined;
  /** Called with the error that `agentMayReach` threw. An error is a refusal. */
  readonly onError: (error: unknown) => void;
}

/** A session that another one's agent may reach. */
export interface Reached {
  readonly session: SessionRecord;
  readonly isBelow: boolean;
}

export interface ReachQuery {
  readonly limit: number;
  readonly search?: string | undefined;
  /** Only sessions after this one, from the previous page. */
  readonly behind?: SessionRecord | undefined;
}

/** The sessions that a session's agent may reach. */
export interface Reach {
  /** Null for a session that may not be reached and for one that never was. */
  find(from: SessionRecord, sessionId: string): Promise<Reached | null>;
  /** Newest first, without archived ones. */
  list(
    from: SessionRecord,
    query: ReachQuery,
  ): Promise<{ readonly found: readonly Reached[]; readonly hasMore: boolean }>;
}

const pageSize = 200;
/** How many sessions of a workspace one list looks at. */
const maxScanned = 2_000;

export function createReach({ store, agentMayReach, onError }: ReachOptions): Reach {
  const hostLets: AgentMayReach = (from, to) => {
    try {
      return agentMayReach?.(from, to) ?? true;
    } catch (error) {
      onError(error);
      return false;
    }
  };

  return {
    async find(from, sessionId) {
      const session = await store.getSession(sessionId);
      if (session === null) return null;
      const below = await isBelow(store, from, session);
      return mayReach(factsOf(from), factsOf(session), below, hostLets) ? { session, isBelow: below } : null;
    },

    async list(from, { limit, search, behind: first }) {
      const below = new Set((await sessionsBelow(store, from)).below.map(({ id }) => id));
      const found: Reached[] = [];
      let behind = first;
      for (let scanned = 0; scanned < maxScanned; scanned += pageSize) {
        const place = behind && { at: behind.createdAt, id: behind.id };
        const page = await store.listSessions({ ...candidates(from), search, behind: place, limit: pageSize });
        for (const session of page) {
          const entry = { session, isBelow: below.has(session.id) };
          if (mayReach(factsOf(from), factsOf(session), entry.isBelow, hostLets)) found.push(entry);
          if (found.length > limit) return { found: found.slice(0, limit), hasMore: true };
        }
        if (page.length < pageSize) return { found, hasMore: false };
        behind = page.at(-1);
      }
      return { found, hasMore: true };
    },
  };
}

/** Narrows the query to sessions that could be reachable. Child sessions have the same label. */
function candidates({ workspaceId, rootSessionId, agentAccess, endUser }: SessionRecord): Partial<SessionQuery> {
  if (agentAccess === "session") return { workspaceId, rootSessionId };
  return agentAccess === "user" && endUser !== null ? { workspaceId, endUser } : { workspaceId };
}

function factsOf({ id, workspaceId, parentSessionId, agentAccess, endUser, settings }: SessionRecord): SessionFacts {
  const { metadata } = settings;
  return {
    sessionId: id,
    workspaceId,
    parentSessionId,
    agentAccess,
    endUser,
    metadata: isRecord(metadata) ? metadata : {},
  };
}
