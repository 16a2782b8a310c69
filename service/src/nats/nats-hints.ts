/**
 * NATS as the carrier of hints between processes, for hosts whose processes are too many for NOTIFY. Plain subjects without
 * storage are enough, as a hint may be lost.
 */
import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { systemClock } from "../clock.js";
import type { HintCarrier } from "../store/hint-carrier.js";

/** Options of `natsHints`. */
export interface NatsHintsOptions {
  /** Servers, credentials and TLS, as for `connect` of `@nats-io/transport-node`. */
  readonly connection: NodeConnectionOptions;
  /** The subject: the same in all processes on one database, and another one for each database. @default "service.hints" */
  readonly subject?: string | undefined;
  /** Called with the reason when the connection broke or could not be opened. It is opened again. @default nothing */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Time between two attempts to open the first connection (ms). */
const retryMs = 2_000;
/** A server that is silent for three of these counts as lost (ms). */
const pingInterval = 10_000;
/** Time for the first connection (ms). */
const timeout = 5_000;

/**
 * Carries hints over NATS. Connects with the service's start, which does not wait for it, and closes with the service. Hints
 * are dropped while the connection is away.
 *
 * @example
 * const store = {
 *   databaseUrl: "postgres://user:password@host:5432/database",
 *   hints: natsHints({ connection: { servers: "nats://127.0.0.1:4222" } }),
 * };
 */
export function natsHints(options: NatsHintsOptions): HintCarrier {
  const { connection, subject = "service.hints", onError = () => undefined } = options;
  let live: NatsConnection | null = null;
  let isConnected = false;
  let isClosed = false;
  let cancelRetry = (): void => undefined;

  /** Resolves when the service closes. */
  async function open(hear: (hint: string | null) => void): Promise<void> {
    const opened = await connect({ pingInterval, timeout, ...connection, maxReconnectAttempts: -1 });
    if (isClosed) return opened.close();
    live = opened;
    opened.subscribe(subject, {
      callback: (error, message) => (error === null ? hear(message.string()) : onError(error)),
    });
    // The server has the subscription once it answers. A connection that breaks before is opened again.
    const ready = () => opened.flush().then(() => begin(hear), onError);
    void ready();
    for await (const status of opened.status()) {
      if (isClosed) return;
      if (status.type === "reconnect") void ready();
      if (status.type === "error") onError(status.error);
      if (status.type !== "disconnect") continue;
      isConnected = false;
      onError(new Error(`The connection to NATS at ${status.server} was lost.`));
    }
    // As after credentials that the server no longer takes.
    if (!isClosed) throw new Error("The connection to NATS was closed.");
  }

  function begin(hear: (hint: null) => void): void {
    isConnected = true;
    hear(null);
  }

  function openUntilClosed(hear: (hint: string | null) => void): void {
    open(hear).catch((error: unknown) => {
      if (isClosed) return;
      isConnected = false;
      onError(error);
      cancelRetry = systemClock.after(retryMs, () => openUntilClosed(hear));
    });
  }

  return {
    publish(hint) {
      if (isConnected) live?.publish(subject, hint);
    },
    subscribe: openUntilClosed,
    async close() {
      isClosed = true;
      cancelRetry();
      await live?.close();
    },
  };
}
