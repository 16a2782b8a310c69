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
    const explain = (error: unknown) => explained(error, name, given);
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

/** Engines word it differently; each of them names `undefined`. */
function explained(error: unknown, name: string, given: readonly unknown[]): unknown {
  const isMissing = error instanceof TypeError && !isServiceError(error) && /\bundefined\b/.test(error.message);
  if (!isMissing) return error;
  const first = given.includes(undefined) ? given.indexOf(undefined) : given.length;
  return new ServiceError(
    `${name}() needs an argument that is missing or incomplete: argument ${first + 1} is undefined. (${error.message})`,
    { code: "arguments_invalid", cause: error },
  );
}
