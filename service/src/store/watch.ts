import type { ApiKeyRecord } from "./records.js";
import type { LogNews } from "./watchers.js";

/** How changes become known. A hint may be missing, late or spurious; the store is the truth. Each function returned ends its watch. */
export interface WatchMethods {
  /**
   * Calls `listener` soon after events were appended to the session's log, or the session was removed: with the events
   * where this process has appended them, else with null. Calls may have another order than the events, and those with
   * null may be merged.
   */
  watchSession(sessionId: string, listener: (news: LogNews | null) => void): () => void;
  /**
   * Calls `listener` soon after a change in this process gave a worker something to do: a session became free to run, or
   * has another time to be looked at, or a task or an automation run changed.
   */
  watchWork(listener: () => void): () => void;
  /**
   * As `watchWork`, for changes by other processes on the same database, with the id of the session; with null when it may
   * have been any. Also called when another process ended a lease, so that its worker learns of it. A store without
   * other processes never calls it.
   */
  watchElsewhere(listener: (sessionId: string | null) => void): () => void;
  /** Calls `listener` soon after a key was revoked, in this process or another one. */
  watchKeys(listener: () => void): () => void;
  /** Reads at once where these logs end, and these keys. Missing ones are left out. */
  readWatched(query: WatchedQuery): Promise<Watched>;
}

export interface WatchedQuery {
  readonly sessionIds: readonly string[];
  /** SHA-256 of tokens. */
  readonly keyHashes: readonly string[];
}

export interface Watched {
  /** By the session's id. */
  readonly logs: ReadonlyMap<string, LogEnd>;
  /** By the hash, revoked and expired ones too. */
  readonly keys: ReadonlyMap<string, ApiKeyRecord>;
}

/** The last event of a log. */
export interface LogEnd {
  /** 0 for an empty log. */
  readonly sequence: number;
  /** Null where there is none, or where the row of an older version has none. */
  readonly eventId: string | null;
}
