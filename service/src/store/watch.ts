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
   * Calls `listener` soon after another process on the same database changed what there is to do; with null when anything may
   * have changed. A store without other processes never calls it.
   */
  watchElsewhere(listener: (news: ElsewhereNews | null) => void): () => void;
  /** Calls `listener` soon after a key was revoked, in this process or another one. */
  watchKeys(listener: () => void): () => void;
  /** Reads at once where these logs end, and these keys. Missing ones are left out. */
  readWatched(query: WatchedQuery): Promise<Watched>;
}

/**
 * Consequence of a session's change for workers of other processes. `free`: it may be claimed. `held`: the holder of its
 * lease has written. `rest`: its lease was ended and there is nothing to run. `due`: a time to look has changed.
 */
export type WorkNews = "free" | "held" | "rest" | "due";

export interface ElsewhereNews {
  /** Names no session where a task or an automation run changed. */
  readonly sessionId: string;
  readonly work: WorkNews;
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
