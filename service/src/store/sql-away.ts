/** Detects an unavailable database. */
import { ServiceError } from "@service/sdk/protocol";

/** System error codes of a connection that could not be opened or broke. */
const systemCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * SQLSTATEs of a server that stops, starts or accepts no connections (08, 57P, 53300, 55000), exceeded a time limit
 * (57014, 25P03), or accepts no writes (25006), like a standby until a failover has ended.
 */
const serverCode = /^(?:08...|57P0[1-5]|57014|53300|55000|25P03|25006)$/;

/** Messages of `pg` itself, which have no code. */
const ownWords =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Whether a query failed because the server was unavailable, so that a retry may succeed. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as { readonly code?: string };
  return systemCodes.has(code) || serverCode.test(code) || ownWords.test(error.message);
}

/** The address without its password. */
export function storeUnreachable(databaseUrl: string, cause: unknown): ServiceError {
  const { hostname, port, pathname, username } = new URL(databaseUrl);
  const where = `${hostname}${port === "" ? "" : `:${port}`}${pathname}`;
  const reason =
    cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : String(cause);
  return new ServiceError(
    `The database at ${where} cannot be opened as ${username === "" ? "the default user" : username}: ${reason}. Check that the server runs, that this machine reaches it, and that user, password and database are right.`,
    { code: "store_unreachable", cause },
  );
}
