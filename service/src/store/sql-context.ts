import { ServiceError } from "@service/sdk/protocol";
import type { Kysely, Transaction } from "kysely";
import { explainFault } from "./sql-faults.js";
import { noSession, type SqlHints } from "./sql-hints.js";
import type { SqlTables } from "./sql-tables.js";
import type { Store } from "./store.js";
import { createWatchers, type LogNews } from "./watchers.js";

export type Queries = Kysely<SqlTables>;

/** A transaction's notifications for watchers, sent after its commit; a rollback drops them. */
export interface Tell {
  /** The session's log has grown by these events, or without them: it has changed otherwise, or the session is gone. */
  log(sessionId: string, news?: LogNews): void;
  /** The session has changed, so that a worker looks for work. */
  work(sessionId: string): void;
  /** A task has changed, or an automation run was made, so that a worker looks for work. */
  task(): void;
  /** A key was revoked. */
  keys(): void;
  /** A machine or one of its commands has changed. */
  machine(machineId: string): void;
}

/** Shared by the parts of the SQL store: the database, the watchers, and whether it is closed. */
export interface SqlContext {
  /** For reads, and for writes of one statement without watchers. */
  readonly run: <T>(act: (db: Queries) => Promise<T>) => Promise<T>;
  /**
   * Several statements in one transaction, with their notifications.
   *
   * @param lane `turn` for the writes of a running turn: requests may overtake them. @default "request"
   */
  readonly transact: <T>(act: Act<T>, lane?: "request" | "turn") => Promise<T>;
  readonly watchSession: Store["watchSession"];
  readonly watchWork: (listener: () => void) => () => void;
  readonly watchElsewhere: (listener: (sessionId: string | null) => void) => () => void;
  readonly watchKeys: (listener: () => void) => () => void;
  readonly watchMachine: (machineId: string, listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

type Act<T> = (trx: Transaction<SqlTables>, tell: Tell) => Promise<T>;

interface SqlContextOptions {
  readonly hints?: SqlHints | undefined;
  readonly turns?: Queries | undefined;
}

export function createSqlContext(db: Queries, { hints, turns = db }: SqlContextOptions): SqlContext {
  const log = createWatchers();
  const work = createWatchers();
  const keys = createWatchers();
  const elsewhere = new Set<(sessionId: string | null) => void>();
  let closing: Promise<void> | undefined;

  hints?.listen((hint) => {
    // A hint may have been missed: notifies every watcher.
    if (hint === null) log.notifyAll();
    else if (hint.isLog) log.notify(hint.sessionId);
    if (hint === null || hint.isKey === true) keys.notify("");

    if (hint === null || hint.isWork) {
      for (const listener of elsewhere) listener(hint?.sessionId ?? null);
    }
  });

  function open(queries = db): Queries {
    if (closing === undefined) return queries;
    throw new ServiceError("The store is closed. Open it again to use it.", { code: "store_closed" });
  }

  async function transact<T>(act: Act<T>, lane: "request" | "turn" = "request"): Promise<T> {
    const told = { log: new Map<string, LogNews | undefined>(), work: new Set<string>(), keys: false };
    const tell: Tell = {
      log: (id, news) => void told.log.set(id, news),
      work: (id) => void told.work.add(id),
      task: () => void told.work.add(noSession),
      keys: () => void (told.keys = true),
      machine: (id) => void told.log.set(machineTopic(id), undefined),
    };
    const result = await open(lane === "turn" ? turns : db)
      .transaction()
      .execute(async (trx) => {
        const acted = await act(trx, tell);
        for (const sessionId of new Set([...told.log.keys(), ...told.work])) {
          await hints?.send(trx, { sessionId, isLog: told.log.has(sessionId), isWork: told.work.has(sessionId) });
        }
        if (told.keys) await hints?.send(trx, { sessionId: noSession, isLog: false, isWork: false, isKey: true });
        return acted;
      });
    for (const [sessionId, news] of told.log) log.notify(sessionId, news);
    if (told.work.size > 0) work.notify("");
    if (told.keys) keys.notify("");
    return result;
  }

  async function close(): Promise<void> {
    log.clear();
    work.clear();
    keys.clear();
    elsewhere.clear();
    await hints?.close();
    await db.destroy();
  }

  return {
    run: async (act) => act(open()).catch(explainFault),
    transact: (act, lane) => transact(act, lane).catch(explainFault),
    watchSession: (sessionId, listener) => log.watch(sessionId, listener),
    watchWork: (listener) => work.watch("", () => listener()),
    watchKeys: (listener) => keys.watch("", () => listener()),
    watchMachine: (machineId, listener) => log.watch(machineTopic(machineId), () => listener()),
    watchElsewhere(listener) {
      const entry = (sessionId: string | null) => listener(sessionId);
      elsewhere.add(entry);
      return () => void elsewhere.delete(entry);
    },
    close: () => (closing ??= close()),
  };
}

/** In place of the session's id in a hint about a machine: no session has such an id. */
function machineTopic(machineId: string): string {
  return `machine:${machineId}`;
}
