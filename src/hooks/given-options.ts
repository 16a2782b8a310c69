/** Options of a hook from a host without types. */
import { ServiceError } from "../foundation/base-error.js";

/**
 * The options without those that are null, which stands for an option left out; the same object where none is. A null
 * `enabled` stays: it means false.
 */
export function givenOptions<T extends object>(options: T | null | undefined): T {
  const given = options ?? ({} as T);
  const isLeftOut = ([name, value]: readonly [string, unknown]) => value === null && name !== "enabled";
  const entries = Object.entries(given);
  return entries.some(isLeftOut) ? (Object.fromEntries(entries.filter((entry) => !isLeftOut(entry))) as T) : given;
}

/** @throws {ServiceError} `arguments_invalid` for a session that is none. */
export function givenSession<T extends object>(hook: string, session: T | null | undefined): T {
  if (typeof session === "object" && session !== null) return session;
  throw new ServiceError(`${hook}() needs a session, such as the result of useSession(): ${String(session)} is none.`, {
    code: "arguments_invalid",
  });
}
