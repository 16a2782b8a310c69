import * as v from "valibot";
import { ServiceError } from "../../foundation/base-error.js";

/**
 * Reads an answer's body by a schema of this room.
 *
 * @param what names the body in the error: "a session".
 * @throws {ServiceError} with code `response_malformed` that names the first field that does not fit.
 */
export function readBody<T>(schema: v.GenericSchema<unknown, T>, value: unknown, what: string): T {
  const read = v.safeParse(schema, value);
  if (read.success) return read.output;
  const issue = read.issues[0];
  const name = issue.path?.map((step) => String(step.key)).join(".") ?? "body";
  throw new ServiceError(
    `The answer is not ${what}: at "${name}", ${issue.message}. Does this address lead to the session API?`,
    { code: "response_malformed" },
  );
}
