/**
 * Hints between the processes on one PostgreSQL server, by NOTIFY and LISTEN. A hint is sent with its transaction:
 * after the commit, and never for a rollback. Each process listens on one connection of its own, reopened when it
 * breaks.
 */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Client } from "pg";
import type { Clock } from "../clock.js";
import type { SqlTables } from "./sql-tables.js";

/** That a session, a task or a key changed somewhere. */
export interface SqlHint {
  /** `noSession` in a hint about keys or tasks. */
  readonly sessionId: string;
  /** Its log has grown, or it is gone. */
  readonly isLog: boolean;
  /** A worker should look for work. */
  readonly isWork: boolean;
  /** A key was revoked. */
  readonly isKey?: boolean;
}

/** In place of the session in a hint about keys or tasks, so that an older process does not read it as a lost hint. */
export const noSession = "-";

export interface SqlHints {
  /** Notifies the other processes when `trx` is committed. */
  send(trx: Kysely<SqlTables>, hint: SqlHint): Promise<void>;
  /** Calls `hear` with hints of other processes; with null when anything may have changed. For one listener. */
  listen(hear: (hint: SqlHint | null) => void): void;
  /** Closes the connection, or gives up opening it. */
  close(): Promise<void>;
}

export interface SqlHintsOptions {
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
/** PostgreSQL refuses a payload of 8,000 bytes; ids of our own have 36 characters. */
const longestId = 1_000;
/** The first wait before the connection is opened again (ms), doubled each time up to the last. */
const firstRetryMs = 100;
const lastRetryMs = 5_000;
/**
 * How often the server is asked for an answer (ms): a silent network breaks no connection. Until then streams find a lost hint
 * by their pulse, and workers by renewing their leases.
 */
const checkMs = 60_000;

/** Listens before it gives anything back, so that what happens from then on is heard. Rejects when it cannot. */
export async function openSqlHints({ newClient, clock, onError }: SqlHintsOptions): Promise<SqlHints> {
  const origin = randomUUID();
  let hear: (hint: SqlHint | null) => void = () => undefined;
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
    opened.on("notification", ({ payload }) => take(payload ?? ""));
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

  function take(payload: string): void {
    const [from, marks = "", sessionId = ""] = payload.split(" ", 3);
    if (from === origin) return;
    if (sessionId === "") return hear(null);
    hear({
      sessionId: decodeURIComponent(sessionId),
      isLog: marks.includes("l"),
      isWork: marks.includes("w"),
      isKey: marks.includes("k"),
    });
  }

  await open();
  return {
    async send(trx, { sessionId, isLog, isWork, isKey = false }) {
      const id = nameOf(sessionId);
      const payload = [origin, `${isLog ? "l" : ""}${isWork ? "w" : ""}${isKey ? "k" : ""}`, id].join(" ");
      await sql`select pg_notify(${channel}, ${payload})`.execute(trx);
    },
    listen(listener) {
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

/** The id in a hint; empty for one that is too long or unprintable, which notifies every watcher. */
function nameOf(sessionId: string): string {
  if (sessionId.length > longestId) return "";
  try {
    const name = encodeURIComponent(sessionId);
    return name.length > longestId ? "" : name;
  } catch {
    return "";
  }
}
