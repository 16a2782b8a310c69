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
  /** Registers figures that are read on request. */
  gauges(read: { readonly streams: () => number; readonly ready: () => boolean }): void;
  /** The exposition format of Prometheus. */
  text(): Promise<{ readonly contentType: string; readonly body: string }>;
}
