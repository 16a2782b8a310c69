/** Figures of a service. No figure has a label of a tenant, a person or a session. */
export interface Metrics {
  /** @param route the route's pattern; `other` for a path that is none. */
  request(facts: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** A turn was started, or has ended: `completed`, `failed`, `cancelled` or `superseded`. */
  turn(change: "started" | "completed" | "failed" | "cancelled" | "superseded"): void;
  tokens(kind: "input" | "output", count: number): void;
  /** A write of a turn was refused, because another process has claimed or ended the turn. */
  leaseLost(): void;
  /** An event stream was refused: the process has as many open as it may have. */
  streamRefused(): void;
  /** New events were handed to a reader of a live stream. @param ms since the oldest of them occurred. */
  delivered(ms: number): void;
  /** A statement or transaction got a connection to the database. @param ms how long it waited. */
  connected(ms: number): void;
  /** Registers figures that are read on request. */
  gauges(read: {
    readonly streams: () => number;
    readonly ready: () => boolean;
    /** How long the oldest turn has waited for a worker (ms); null when the database does not answer. */
    readonly queueAge: () => Promise<number | null>;
  }): void;
  /** The exposition format of Prometheus. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}
