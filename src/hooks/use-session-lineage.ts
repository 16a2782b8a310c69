import type { SessionLineage } from "../wire/protocol/lineage.js";
import { getLineage } from "../api/routes/lineage.js";
import { useSessionQuery, type SessionHookOptions, type SessionRead } from "./session-query.js";
import type { SessionId } from "./session-source.js";

/** Result of `useSessionLineage`. */
export interface LineageView {
  /** Null until it is read. */
  readonly lineage: SessionLineage | null;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

const read: SessionRead<SessionLineage> = { name: "lineage", read: getLineage };

/** A session's place in its tree: its ancestors and its children. */
export function useSessionLineage(sessionId: SessionId, options: SessionHookOptions = {}): LineageView {
  const { value, isLoading, error } = useSessionQuery(sessionId, options, read);
  return { lineage: value ?? null, isLoading, error };
}
