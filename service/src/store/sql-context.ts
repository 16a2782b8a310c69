import { ServiceError } from "@service/sdk/protocol";
import type { Kysely, Transaction } from "kysely";
import type { SqlTables } from "./sql-tables.js";
import { createWatchers } from "./watchers.js";

export type Queries = Kysely<SqlTables>;

/** What the parts of the SQL store share: one database, one set of watchers, and whether it is closed. */
export interface SqlContext {
  /** Reads, or writes of one statement. */
  readonly run: <T>(act: (db: Queries) => Promise<T>) => Promise<T>;
  /** Several statements that happen together or not at all. */
  readonly transact: <T>(act: (trx: Transaction<SqlTables>) => Promise<T>) => Promise<T>;
  /** Tells watchers of the session's log, after the commit. */
  readonly notifySession: (sessionId: string) => void;
  readonly notifyWork: () => void;
  readonly watchSession: (sessionId: string, listener: () => void) => () => void;
  readonly watchWork: (listener: () => void) => () => void;
  readonly close: () => Promise<void>;
}

export function createSqlContext(db: Queries): SqlContext {
  // Hints stay in this process. With several processes on one server, NOTIFY would call these two as well.
  const log = createWatchers();
  const work = createWatchers();
  let closing: Promise<void> | undefined;

  function open(): Queries {
    if (closing === undefined) return db;
    throw new ServiceError("The store is closed. Open it again to use it.", { code: "store_closed" });
  }

  return {
    run: async (act) => act(open()),
    transact: async (act) => open().transaction().execute(act),
    notifySession: (sessionId) => log.notify(sessionId),
    notifyWork: () => work.notify(""),
    watchSession: (sessionId, listener) => log.watch(sessionId, listener),
    watchWork: (listener) => work.watch("", listener),
    close() {
      log.clear();
      work.clear();
      return (closing ??= db.destroy());
    },
  };
}
