import { ServiceError } from "@service/sdk/protocol";
import { Migrator, type Kysely, type Migration } from "kysely";
import { first } from "./migrations/0001-first.js";
import { draftsAndLists } from "./migrations/0002-drafts-and-lists.js";
import { files } from "./migrations/0003-files.js";
import { people } from "./migrations/0004-people.js";
import { memories } from "./migrations/0005-memories.js";
import { fileContents } from "./migrations/0006-file-contents.js";
import { machines } from "./migrations/0009-machines.js";
import { schedules } from "./migrations/0010-schedules.js";
import { integrations } from "./migrations/0012-integrations.js";
import { automations } from "./migrations/0013-automations.js";
import { pins } from "./migrations/0014-pins.js";
import { workspaceKeys } from "./migrations/0015-workspace-keys.js";
import { sessionsOfOrganizations } from "./migrations/0016-sessions-of-organizations.js";
import { members } from "./migrations/0017-members.js";
import { belongings } from "./migrations/0018-belongings.js";
import { logTail } from "./migrations/0019-log-tail.js";
import { usage } from "./migrations/0020-usage.js";
import { sessionsByChange } from "./migrations/0021-sessions-by-change.js";
import type { SqlTables } from "./sql-tables.js";

/** In the order of their names, which are kept in the database and never change. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-first": first,
  "0002-drafts-and-lists": draftsAndLists,
  "0003-files": files,
  "0004-people": people,
  "0005-memories": memories,
  "0006-file-contents": fileContents,
  "0009-machines": machines,
  "0010-schedules": schedules,
  "0012-integrations": integrations,
  "0013-automations": automations,
  "0014-pins": pins,
  "0015-workspace-keys": workspaceKeys,
  "0016-sessions-of-organizations": sessionsOfOrganizations,
  "0017-members": members,
  "0018-belongings": belongings,
  "0019-log-tail": logTail,
  "0020-usage": usage,
  "0021-sessions-by-change": sessionsByChange,
};

/**
 * Brings a database to the shape that this version needs, in one transaction and under a lock, so that of several
 * processes that start at once one does it. Does nothing when it has that shape.
 *
 * @throws {ServiceError} `store_too_new` when a newer version has changed the database, `store_migration_failed` else.
 */
export async function migrate(db: Kysely<SqlTables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw (await hasUnknown(db).catch(() => false))
    ? storeTooNew(error)
    : new ServiceError("The database could not be brought to this version's shape. Nothing was changed.", {
        code: "store_migration_failed",
        cause: error,
      });
}

export function storeTooNew(cause?: unknown): ServiceError {
  return new ServiceError(
    "The database was written by a newer version of the service. Start that version, or use another folder or database.",
    { code: "store_too_new", ...(cause !== undefined && { cause }) },
  );
}

/** Whether this version has the migration. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(migrations, name);
}

async function hasUnknown(db: Kysely<SqlTables>): Promise<boolean> {
  const done = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom("kysely_migration")
    .select("name")
    .execute();
  return done.some(({ name }) => !isKnownMigration(name));
}
