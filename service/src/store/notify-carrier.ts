/**
 * PostgreSQL's NOTIFY as the carrier of hints: a hint is part of a transaction, so it is sent by the commit and never for a
 * rollback, and costs no round trip. Each process listens on one connection of its own, reopened when it breaks.
 */
import { sql, type RawBuilder } from "kysely";
import type { Client } from "pg";
import type { Clock } from "../clock.js";
import type { HintCarrier } from "./hint-carrier.js";

/** A carrier that is the database itself, and therefore publishes with the commit instead of after it. */
export interface NotifyCarrier extends Pick<HintCarrier, "subscribe"> {
  /** A column of a statement that sends the text of the expression when the statement is committed. */
  inStatement(text: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Closes the connection, or gives up opening it. */
  close(): Promise<void>;
}

export interface NotifyCarrierOptions {
  /** A client that has not been connected yet. */
  readonly newClient: () => Client;
  readonly clock: Clock;
  /** Called with the reason when the connection broke or could not be reopened. */
  readonly onError: (error: unknown) => void;
}

/**
 * All services on one database share the channel; a service with its tables in another schema gets hints that match
 * nothing.
 */
const channel = "service_hints";
/** The first wait before the connection is opened again (ms), doubled each time up to the last. */
const firstRetryMs = 100;
const lastRetryMs = 5_000;
/**
 * How often the server is asked for an answer (ms): a silent network breaks no connection. Until then streams find a lost hint
 * by their pulse, and workers by renewing their leases.
 */
const checkMs = 60_000;

/** Listens before it resolves, so that no later hint is missed. Rejects when it cannot. */
export async function openNotifyCarrier({ newClient, clock, onError }: NotifyCarrierOptions): Promise<NotifyCarrier> {
  let hear: (hint: string | null) => void = () => undefined;
  let client: Client | null = null;
  let cancelRetry = (): void => undefined;
  let cancelCheck = (): void => undefined;
  let isClosed = false;

  async function open(): Promise<void> {
    const opened = newClient();
    let isLive = true;
    const lose = (error?: Error) => {
      if (!isLive) return;
      isLive = false;
      if (client !== opened) return;
      client = null;
      cancelCheck();
      onError(error ?? new Error("The connection on which hints come has ended."));
      reopenIn(firstRetryMs);
    };
    opened.on("error", lose);
    opened.on("end", () => lose());
    opened.on("notification", ({ payload = "" }) => hear(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${channel}`);
      if (!isLive) throw new Error("The connection on which hints come broke as it was opened.");
    } catch (error) {
      isLive = false;
      await opened.end().catch(() => undefined);
      throw error;
    }
    if (isClosed) return opened.end();
    client = opened;
    checkLater(opened, lose);
  }

  function checkLater(opened: Client, lose: (error: Error) => void): void {
    cancelCheck = clock.after(checkMs, () => {
      opened.query("select 1").then(
        () => void (client === opened && checkLater(opened, lose)),
        (error: Error) => {
          lose(error);
          return opened.end();
        },
      );
    });
  }

  function reopenIn(ms: number): void {
    if (isClosed) return;
    cancelRetry = clock.after(ms, () => {
      open().then(
        () => hear(null),
        (error: unknown) => {
          onError(error);
          reopenIn(Math.min(ms * 2, lastRetryMs));
        },
      );
    });
  }

  await open();
  return {
    inStatement: (text) => sql`pg_notify(${channel}, ${text})`,
    subscribe(listener) {
      hear = listener;
    },
    async close() {
      isClosed = true;
      cancelRetry();
      cancelCheck();
      const open = client;
      client = null;
      await open?.end();
    },
  };
}
