/** Faults of a database: those of its disk in words for the operator, and queries after its end. */
import { ServiceError } from "@service/sdk/protocol";
import { storeClosed, storeFull } from "./store.js";

/** SQLSTATEs of damaged tables and indexes. */
const damaged: ReadonlySet<unknown> = new Set(["XX001", "XX002"]);
const diskFull = "53100";

/** Whether a table or an index cannot be read. */
export function isDamage(error: unknown): boolean {
  return damaged.has((error as { readonly code?: unknown } | null | undefined)?.code);
}

/** Error of kysely, which has no code, for a query after its connections were closed. */
const closedWords = "driver has already been destroyed";

/** Rethrows an error of the database; a fault of its disk as `store_full` or `store_damaged`, a late query as `store_closed`. */
export function explainFault(error: unknown): never {
  if (error instanceof Error && error.message === closedWords) throw storeClosed();
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  if (code === diskFull) throw storeFull(error);
  if (!isDamage(error)) throw error;
  throw new ServiceError(
    `The database is damaged: ${(error as Error).message}. Stop the service and restore the database from a backup.`,
    { code: "store_damaged", cause: error },
  );
}
