/** The service's metrics in Prometheus' format, by prom-client. One registry for each service of a process. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Metrics } from "./metrics.js";

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const shortSeconds = [0.001, 0.0025, ...seconds];

export function prometheusMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  let hasProcessMetrics = false;
  const requests = new Counter({
    name: "service_requests_total",
    help: "Answered requests.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "service_request_duration_seconds",
    help: "Time to the answer's head.",
    labelNames: ["method", "route"],
    buckets: seconds,
    registers,
  });
  const turns = new Counter({
    name: "service_turns_total",
    help: "Turns that were started or have ended.",
    labelNames: ["change"],
    registers,
  });
  const tokens = new Counter({
    name: "service_tokens_total",
    help: "Tokens of models, as agents report them.",
    labelNames: ["kind"],
    registers,
  });
  const leases = new Counter({
    name: "service_leases_lost_total",
    help: "Writes of turns that another process had claimed or ended.",
    registers,
  });
  const refused = new Counter({
    name: "service_streams_refused_total",
    help: "Event streams that were refused because as many are open as may be.",
    registers,
  });
  const histogram = (name: string, help: string) => new Histogram({ name, help, buckets: shortSeconds, registers });
  const deliveries = histogram(
    "service_event_delivery_seconds",
    "Time from an event to its delivery to a reader of a live stream.",
  );
  const waits = histogram(
    "service_database_wait_seconds",
    "Time that a statement or transaction waits for a connection.",
  );

  return {
    request({ method, route, status, ms }) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, ms / 1_000);
    },
    turn: (change) => turns.inc({ change }),
    tokens: (kind, count) => tokens.inc({ kind }, count),
    leaseLost: () => leases.inc(),
    streamRefused: () => refused.inc(),
    delivered: (ms) => deliveries.observe(Math.max(0, ms) / 1_000),
    connected: (ms) => waits.observe(ms / 1_000),
    gauges({ streams, ready, queueAge }) {
      const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            this.set(await read());
          },
        });
      gauge("service_streams_open", "Open event streams.", streams);
      gauge("service_ready", "1 when the last check found the service ready.", () => Number(ready()));
      gauge("service_queue_age_seconds", "Age of the oldest turn that waits for a worker.", async () => {
        const age = await queueAge();
        return age === null ? NaN : age / 1_000;
      });
    },
    async text() {
      // Measuring the event loop costs a timer: only a process whose metrics are read pays for it.
      if (!hasProcessMetrics) collectDefaultMetrics({ register: registry });
      hasProcessMetrics = true;
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}
