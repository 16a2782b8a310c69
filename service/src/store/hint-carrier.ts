/**
 * Carries hints between the processes on one database, in place of PostgreSQL's NOTIFY. A hint reports that a session, a task or
 * a key may have changed, and names a session by its id. The database is the truth: a hint that is lost, repeated, late or
 * out of order costs time and never an event. All processes on the database need carriers that reach each other.
 */
export interface HintCarrier {
  /**
   * Sends a hint to the other processes. It may come back to this one. Called after the commit of a change, with at most
   * 1,100 ASCII characters. The service does not wait for the result, and reports an error to its `onError`.
   */
  publish(hint: string): void | Promise<void>;
  /**
   * Opens what the carrier needs, and calls `hear` with each hint of another process; with null when hints may have been
   * missed, as after a lost connection. Called once, at the start, which does not wait for a connection.
   */
  subscribe(hear: (hint: string | null) => void): void;
  /**
   * Ends the subscription and the connections. Called once, when the service closes or cannot open its database, then perhaps
   * without `subscribe` before.
   */
  close(): void | Promise<void>;
}
