/**
 * The durable store: the store contract in PostgreSQL's SQL, through one query builder.
 *
 * A method that writes is one transaction; a session is one writer's at a time because its row is locked while it
 * changes. It runs on PGlite in this process as on a PostgreSQL server, whichever the given `Kysely` speaks to.
 */
import { automationMethods } from "../automations/sql-automations.js";
import { fileMethods } from "../files/sql-files.js";
import { machineMethods } from "../machines/sql-machines.js";
import { integrationMethods } from "../integrations/sql-integrations.js";
import { memberMethods } from "../members/sql-members.js";
import { memoryMethods } from "../memory/sql-memories.js";
import { scheduleMethods } from "../schedules/sql-schedules.js";
import { auditMethods } from "./sql-audit.js";
import { codecs } from "./sql-codecs.js";
import { dataMethods } from "./sql-data.js";
import { accountMethods } from "./sql-accounts.js";
import { createSqlContext, type Queries } from "./sql-context.js";
import type { SqlHints } from "./sql-hints.js";
import type { LeaseTime } from "./lease-time.js";
import { keyMethods } from "./sql-keys.js";
import { logMethods } from "./sql-log.js";
import { sessionMethods } from "./sql-sessions.js";
import { watchedMethods } from "./sql-watched.js";
import { workMethods } from "./sql-work.js";
import { workspaceMethods } from "./sql-workspaces.js";
import type { Store } from "./store.js";

export interface SqlStoreOptions {
  /** By which clock leases end. @default this process's */
  readonly leaseTime?: LeaseTime | undefined;
  /** Reach the other processes on the database. @default none: the database is this process's own */
  readonly hints?: SqlHints | undefined;
  /** The same database for what running turns write, where requests go first. @default `db` */
  readonly turns?: Queries | undefined;
}

/** A store over a database that has been migrated. Closing it closes `hints` and destroys `db`. */
export function createSqlStore(db: Queries, options: SqlStoreOptions = {}): Store {
  const context = createSqlContext(db, options);
  return {
    ...accountMethods(context),
    ...keyMethods(context),
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
    ...auditMethods(context),
    ...dataMethods(context, codecs, options.hints === undefined),
    watchSession: context.watchSession,
    watchWork: context.watchWork,
    watchElsewhere: context.watchElsewhere,
    watchKeys: context.watchKeys,
    close: context.close,
  };
}
