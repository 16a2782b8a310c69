/** Metrics of chat handler and session proxy from their request events, in the registry of the host's own prom-client. */
import type { RequestEvent } from "./request-event.js";

type Labels = Readonly<Record<string, string | number>>;

interface Configuration {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
  readonly buckets?: number[];
  // The host's registry is passed on as it is.
  readonly registers?: never[];
}

/** The parts of `prom-client` that `measureRequests` uses. */
export interface PrometheusClient {
  readonly Counter: new (configuration: Configuration) => { inc(labels: Labels): void };
  readonly Gauge: new (configuration: Configuration) => { inc(labels: Labels): void; dec(labels: Labels): void };
  readonly Histogram: new (configuration: Configuration) => { observe(labels: Labels, value: number): void };
}

/** Options of `measureRequests`. */
export interface MeasureRequestsOptions {
  /** A `Registry` of prom-client. @default its global one */
  readonly registry?: unknown;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Makes the metrics `service_host_requests_total`, `service_host_request_duration_seconds`, `service_host_streams_open` and
 * `service_host_streams_ended_total`, and returns an `onEvent` that counts for both handlers. No label names a tenant, a
 * person or a session. Call it once for each registry.
 *
 * @param client the module `prom-client` of the host.
 */
export function measureRequests(
  client: PrometheusClient,
  { registry }: MeasureRequestsOptions = {},
): (event: RequestEvent) => void {
  const registers = registry === undefined ? {} : { registers: [registry as never] };
  const requests = new client.Counter({
    name: "service_host_requests_total",
    help: "Answered requests of the chat handler and the session proxy.",
    labelNames: ["door", "method", "route", "status"],
    ...registers,
  });
  const durations = new client.Histogram({
    name: "service_host_request_duration_seconds",
    help: "Time to the answer's head.",
    labelNames: ["door", "method", "route"],
    buckets: seconds,
    ...registers,
  });
  const open = new client.Gauge({
    name: "service_host_streams_open",
    help: "Open streamed answers.",
    labelNames: ["door"],
    ...registers,
  });
  const ended = new client.Counter({
    name: "service_host_streams_ended_total",
    help: "Streamed answers by their end.",
    labelNames: ["door", "outcome"],
    ...registers,
  });

  return (event) => {
    const { door } = event;
    if (event.type === "ended") {
      open.dec({ door });
      return ended.inc({ door, outcome: event.outcome });
    }
    const place = { door, method: methods.has(event.method) ? event.method : "other", route: event.route ?? "other" };
    requests.inc({ ...place, status: event.status });
    durations.observe(place, event.durationMs / 1_000);
    if (event.streams) open.inc({ door });
  };
}

/** Clients may send any method, and each value would create another time series. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
