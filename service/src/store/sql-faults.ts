/** Faults of the disk below a database, in words for the operator. */
import { ServiceError } from "@service/sdk/protocol";
import { storeFull } from "./store.js";

/** SQLSTATEs of damaged tables and indexes. */
const damaged: ReadonlySet<unknown> = new Set(["XX001", "XX002"]);
const diskFull = "53100";

/** Rethrows an error of the database; a fault of its disk as `store_full` or `store_damaged`. */
export function explainFault(error: unknown): never {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  if (code === diskFull) throw storeFull(error);
  if (!damaged.has(code)) throw error;
  throw new ServiceError(
    `The database is damaged: ${(error as Error).message}. Stop the service and restore the database from a backup.`,
    { code: "store_damaged", cause: error },
  );
}
