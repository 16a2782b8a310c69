import type { Kysely, Transaction } from "kysely";
import { createGroups } from "./append-groups.js";
import { appendAtOnce, hintOf, type Append } from "./sql-append.js";
import { explainFault } from "./sql-faults.js";
import { noSession, type SqlHint } from "./hint-text.js";
import type { SqlHints } from "./sql-hints.js";
import type { SqlTables } from "./sql-tables.js";
import { asksToLook, isUnavailable, storeClosed, type Store } from "./store.js";
import type { WorkNews } from "./watch.js";
import { createWatchers, type LogNews } from "./watchers.js";

export type Queries = Kysely<SqlTables>;

/** A transaction's notifications for watchers, sent after its commit; a rollback drops them. */
export interface Tell {
  /** The session's log has grown by these events, or without them: it has changed otherwise, or the session is gone. */
  log(sessionId: string, news?: LogNews): void;
  /** Meaning of the change for workers; null for none. */
  work(sessionId: string, news: WorkNews | null): void;
  /** A task has changed, or an automation run was made, so that a worker looks for work. */
  task(): void;
  /** A key was revoked. */
  keys(): void;
  /** A machine or one of its commands has changed. */
  machine(machineId: string): void;
  /** An act that is made last, right before the commit: its locks are short. */
  last(act: () => Promise<void>): void;
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
  /** Reads as of one moment. */
  readonly snapshot: <T>(act: (db: Queries) => Promise<T>) => Promise<T>;
  /** An append of a running turn in one statement, with those of other turns. Null when nothing was written (`appendAtOnce`). */
  readonly appendOnce: (append: Append) => Promise<LogNews | null>;
  readonly watchSession: Store["watchSession"];
  readonly watchWork: (listener: () => void) => () => void;
  readonly watchElsewhere: Store["watchElsewhere"];
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
  const elsewhere = new Set<Parameters<Store["watchElsewhere"]>[0]>();
  let closing: Promise<void> | undefined;

  hints?.listen((hint) => {
    // A hint may have been missed: notifies every watcher.
    if (hint === null) log.notifyAll();
    else if (hint.isLog) log.notify(hint.sessionId);
    if (hint === null || hint.isKey === true) keys.notify("");
    if (hint !== null && hint.work === null) return;
    const news = hint === null || hint.work === null ? null : { sessionId: hint.sessionId, work: hint.work };
    for (const listener of elsewhere) listener(news);
  });

  function open(queries = db): Queries {
    if (closing === undefined) return queries;
    throw storeClosed();
  }

  async function transact<T>(act: Act<T>, lane: "request" | "turn" = "request"): Promise<T> {
    const told: Told = { log: new Map(), work: new Map(), keys: false };
    const last: (() => Promise<void>)[] = [];
    const tell: Tell = {
      last: (latest) => void last.push(latest),
      log: (id, news) => void told.log.set(id, news),
      work: (id, news) => void (news !== null && told.work.set(id, news)),
      task: () => void told.work.set(noSession, "due"),
      keys: () => void (told.keys = true),
      machine: (id) => void told.log.set(machineTopic(id), undefined),
    };
    let announced: readonly SqlHint[] = [];
    const result = await open(lane === "turn" ? turns : db)
      .transaction()
      .execute(async (trx) => {
        const acted = await act(trx, tell);
        announced = hintsOf(told);
        await hints?.send(trx, announced);
        for (const latest of last) await latest();
        return acted;
      });
    hints?.publish(announced);
    for (const [sessionId, news] of told.log) log.notify(sessionId, news);
    if ([...told.work.values()].some(asksToLook)) work.notify("");
    if (told.keys) keys.notify("");
    return result;
  }

  const appendOnce = createGroups<Append, LogNews | null>({
    keyOf: ({ sessionId }) => sessionId,
    sizeOf: ({ docs }) => docs.reduce((sum, { length }) => sum + length, 0),
    isUncertain: isUnavailable,
    async write(appends) {
      const written = await appendAtOnce(open(turns), appends, hints);
      hints?.publish(appends.filter((_, n) => written[n] !== null).map(hintOf));
      for (const [n, { sessionId }] of appends.entries()) {
        const news = written[n] ?? null;
        if (news !== null) log.notify(sessionId, news);
      }
      return written;
    },
  });

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
    snapshot: (act) =>
      open()
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(act)
        .catch(explainFault),
    appendOnce: (append) => appendOnce(append).catch(explainFault),
    watchSession: (sessionId, listener) => log.watch(sessionId, listener),
    watchWork: (listener) => work.watch("", () => listener()),
    watchKeys: (listener) => keys.watch("", () => listener()),
    watchMachine: (machineId, listener) => log.watch(machineTopic(machineId), () => listener()),
    watchElsewhere(listener) {
      const entry: typeof listener = (news) => listener(news);
      elsewhere.add(entry);
      return () => void elsewhere.delete(entry);
    },
    close: () => (closing ??= close()),
  };
}

interface Told {
  readonly log: Map<string, LogNews | undefined>;
  readonly work: Map<string, WorkNews>;
  keys: boolean;
}

/** One for each session, and one for keys. */
function hintsOf({ log, work, keys }: Told): readonly SqlHint[] {
  const ids = [...new Set([...log.keys(), ...work.keys()])];
  const hints = ids.map((sessionId) => ({ sessionId, isLog: log.has(sessionId), work: work.get(sessionId) ?? null }));
  return keys ? [...hints, { sessionId: noSession, isLog: false, work: null, isKey: true }] : hints;
}

/** In place of the session's id in a hint about a machine: no session has such an id. */
function machineTopic(machineId: string): string {
  return `machine:${machineId}`;
}
