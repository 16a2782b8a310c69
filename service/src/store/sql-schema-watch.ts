/** Keeps a running process from writing to a database that a newer version has migrated. */
import { storeTooNew } from "./sql-migrate.js";

/** How long a check is valid (ms). */
const freshMs = 5_000;

/** Sends one statement. */
export type Ask = (text: string) => Promise<{ readonly rows: readonly { readonly name?: unknown }[] }>;

export interface SchemaWatch {
  /** @throws {ServiceError} `store_too_new`, from the first migration of a newer version on. */
  assertKnown(ask: Ask): Promise<void>;
  /** The same without the memory of the last check. */
  check(ask: Ask): Promise<void>;
}

export function createSchemaWatch(isKnown: (name: string) => boolean, uptime = () => performance.now()): SchemaWatch {
  let checkedAt = uptime();
  let isTooNew = false;

  async function check(ask: Ask): Promise<void> {
    if (!isTooNew) {
      const { rows } = await ask("select name from kysely_migration");
      isTooNew = rows.some(({ name }) => !isKnown(String(name)));
      checkedAt = uptime();
    }
    if (isTooNew) throw storeTooNew();
  }

  return {
    check,
    assertKnown: async (ask) => {
      if (isTooNew || uptime() - checkedAt >= freshMs) await check(ask);
    },
  };
}
