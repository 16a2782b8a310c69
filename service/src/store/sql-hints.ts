/**
 * Hints of one store to the other processes on its database, over any carrier. NOTIFY sends a hint with its transaction. Any
 * other carrier sends it after the commit. Neither sends one for a rollback.
 *
 * The watchers of logs and keys find a lost hint by their pulse, and workers by a look every 30 seconds.
 */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Clock } from "../clock.js";
import type { HintCarrier } from "./hint-carrier.js";
import { hintText, noSession, readHint, type SqlHint } from "./hint-text.js";
import type { NotifyCarrier } from "./notify-carrier.js";
import type { SqlTables } from "./sql-tables.js";

export interface SqlHints {
  /** The hint as text, for `column`. */
  textOf(hint: SqlHint): string;
  /** A column of a statement that sends the text of the expression with the commit; null for a carrier that sends after it. */
  column(text: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Sends with the commit of `trx`, where the carrier can. */
  send(trx: Kysely<SqlTables>, hints: readonly SqlHint[]): Promise<void>;
  /** Sends after the commit, where the carrier has not sent with it. */
  publish(hints: readonly SqlHint[]): void;
  /** Calls `hear` with hints of other processes; with null when anything may have changed. For one listener. */
  listen(hear: (hint: SqlHint | null) => void): void;
  close(): Promise<void>;
}

export interface SqlHintsOptions {
  readonly clock: Clock;
  /** Called with errors of the carrier. */
  readonly onError: (error: unknown) => void;
}

/** How often workers look although no hint has arrived (ms): as long as a process that died keeps its leases. */
const missedMs = 30_000;
const missed: SqlHint = { sessionId: noSession, isLog: false, work: "due" };

export function createSqlHints(carrier: HintCarrier | NotifyCarrier, { clock, onError }: SqlHintsOptions): SqlHints {
  const origin = randomUUID();
  let cancelLook = (): void => undefined;

  const textOf = (hint: SqlHint) => hintText(origin, hint);

  function lookLater(hear: (hint: SqlHint) => void): void {
    cancelLook = clock.after(missedMs, () => {
      hear(missed);
      lookLater(hear);
    });
  }

  return {
    textOf,
    column: (text) => ("inStatement" in carrier ? carrier.inStatement(text) : sql`null`),
    async send(trx, hints) {
      if (hints.length === 0 || !("inStatement" in carrier)) return;
      const texts = sql`unnest(${hints.map(textOf)}::text[])`;
      await sql`select ${carrier.inStatement(sql`hint`)} from ${texts} as hint`.execute(trx);
    },
    publish(hints) {
      if ("inStatement" in carrier) return;
      for (const hint of hints) settled(() => carrier.publish(textOf(hint))).catch(onError);
    },
    listen(hear) {
      carrier.subscribe((text) => {
        const hint = text === null ? null : readHint(origin, text);
        if (hint !== undefined) hear(hint);
      });
      lookLater(hear);
    },
    async close() {
      cancelLook();
      await settled(() => carrier.close()).catch(onError);
    },
  };
}

/** Runs a host's function; a throw becomes a rejection. */
async function settled(act: () => void | Promise<void>): Promise<void> {
  await act();
}
