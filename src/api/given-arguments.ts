/** The arguments of a client's method, from callers without types. */
import { isServiceError, ServiceError } from "../foundation/base-error.js";
import type { ServiceConnection } from "./service-connection.js";

export type Route = (connection: ServiceConnection, ...rest: readonly unknown[]) => unknown;

/**
 * The route under its name, for callers without types: null stands for an argument left out, and without an argument that it
 * needs it fails with `arguments_invalid`.
 */
export function givenArguments(name: string, route: Route): Route {
  return (connection, ...rest) => {
    const given = rest.map((argument) => argument ?? undefined);
    const missing = missingIn(given, route.length - 1);
    const explain = (error: unknown) => (missing < 0 ? error : explained(error, name, missing));
    try {
      const answer = route(connection, ...given);
      if (answer instanceof Promise) return answer.catch((error: unknown) => Promise.reject(explain(error)));
      return isIterable(answer) ? explainedEach(answer, explain) : answer;
    } catch (error) {
      throw explain(error);
    }
  };
}

async function* explainedEach(entries: AsyncIterable<unknown>, explain: (error: unknown) => unknown) {
  try {
    yield* entries;
  } catch (error) {
    throw explain(error);
  }
}

/** A stream of bytes can be iterated, too. */
function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && "next" in value && Symbol.asyncIterator in value;
}

/** The index of the first argument that is needed and left out; -1 without one. A route declares a default for any other. */
function missingIn(given: readonly unknown[], needed: number): number {
  return Array.from({ length: needed }, (_, index) => given[index]).indexOf(undefined);
}

/** A failure of the route itself, which read the missing argument; no failure of the service. */
function explained(error: unknown, name: string, missing: number): unknown {
  if (!(error instanceof TypeError) || isServiceError(error)) return error;
  return new ServiceError(
    `${name}() needs argument ${missing + 1}, which is undefined or null. Give it a value. (${error.message})`,
    { code: "arguments_invalid", cause: error },
  );
}
