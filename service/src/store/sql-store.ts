/**
 * The durable store: the store contract in PostgreSQL's SQL, through one query builder.
 *
 * Each writing method is one transaction. A lock on the session's row admits one writer at a time. The given `Kysely`
 * connects to PGlite in this process or to a PostgreSQL server.
 */
import { automationMethods } from "../automations/sql-automations.js";
import { fileMethods } from "../files/sql-files.js";
import { machineMethods } from "../machines/sql-machines.js";
import { integrationMethods } from "../integrations/sql-integrations.js";
import { memberMethods } from "../members/sql-members.js";
import { memoryMethods } from "../memory/sql-memories.js";
import { scheduleMethods } from "../schedules/sql-schedules.js";
import { usageMethods } from "./sql-usage.js";
import { auditMethods } from "./sql-audit.js";
import { codecs } from "./sql-codecs.js";
import { dataMethods } from "./sql-data.js";
import { accountMethods } from "./sql-accounts.js";
import { createSqlContext, type Queries } from "./sql-context.js";
import type { SqlHints } from "./sql-hints.js";
import type { LeaseTime } from "./lease-time.js";
import { keyMethods } from "./sql-keys.js";
import { requestMethods } from "./sql-requests.js";
import { logMethods } from "./sql-log.js";
import { sessionMethods } from "./sql-sessions.js";
import { watchedMethods } from "./sql-watched.js";
import { workMethods } from "./sql-work.js";
import { workspaceMethods } from "./sql-workspaces.js";
import type { Store } from "./store.js";

export interface SqlStoreOptions {
  /** The clock of leases. @default this process's */
  readonly leaseTime?: LeaseTime | undefined;
  /** Notify the other processes on the database. @default none: this process alone uses the database */
  readonly hints?: SqlHints | undefined;
  /** Connections for the writes of running turns, so that requests have priority. @default `db` */
  readonly turns?: Queries | undefined;
}

/** A store over a database that has been migrated. Closing it closes `hints` and destroys `db`. */
export function createSqlStore(db: Queries, options: SqlStoreOptions = {}): Store {
  const context = createSqlContext(db, options);
  return {
    ...accountMethods(context),
    ...keyMethods(context),
    ...requestMethods(context),
    ...workspaceMethods(context),
    ...sessionMethods(context),
    ...logMethods(context),
    ...workMethods(context, options.leaseTime),
    ...watchedMethods(context),
    ...fileMethods(context),
    ...memoryMethods(context),
    ...machineMethods(context),
    ...memberMethods(context),
    ...scheduleMethods(context),
    ...integrationMethods(context),
    ...automationMethods(context),
    ...usageMethods(context),
    ...auditMethods(context),
    ...dataMethods(context, codecs, options.hints === undefined),
    watchSession: context.watchSession,
    watchWork: context.watchWork,
    watchElsewhere: context.watchElsewhere,
    watchKeys: context.watchKeys,
    close: context.close,
  };
}
