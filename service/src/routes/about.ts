/**
 * A route's description of itself: the OpenAPI document is generated from it, and tests compare every response with
 * it.
 */
import type * as v from "valibot";

/** A query parameter: any text, a whole number, a place in a session's log, a flag (`1`, `true`, `0`, `false`), or one of these words. */
export type QueryParameter = "text" | "integer" | "cursor" | "flag" | readonly string[];

/** The body of an answer: JSON of this schema, server-sent events, bytes of any type, or no body. */
export type AnswerBody = v.GenericSchema | "event stream" | "bytes" | "nothing";

/** The body of a request: JSON of this schema, or bytes. */
export type RequestBody = v.GenericSchema | "bytes";

export interface RouteAbout {
  /** One line, as the title of the operation. */
  readonly summary: string;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly body?: RequestBody;
  /** Every success status and its body. Failures need no entry: all routes answer them with the one error envelope. */
  readonly answers: Readonly<Record<number, AnswerBody>>;
}
