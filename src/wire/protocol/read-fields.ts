import * as v from "valibot";
import { maybe } from "./maybe.js";

/**
 * Reads the fields of a payload one by one: a valid field is kept, an invalid one is replaced by its fallback and
 * named in `faults`. So a malformed payload loses only the invalid field.
 */
export interface Field<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  readonly fallback: T;
}

export type FieldValues<F extends Record<string, Field<unknown>>> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};

/** A required field; `fallback` replaces a missing or malformed value. */
export function field<T>(schema: v.GenericSchema<unknown, T>, fallback: T): Field<T> {
  return { schema, fallback };
}

/** A field that may be missing or null; both read as undefined. */
export function optional<T>(schema: v.GenericSchema<unknown, T>): Field<T | undefined> {
  return { schema: maybe(schema), fallback: undefined };
}

export interface ReadResult<T> {
  readonly value: T;
  /** Names of the fields that did not fit; `"payload"` when it was no object at all. */
  readonly faults: readonly string[];
}

const none: readonly string[] = [];

export function readFields<F extends Record<string, Field<unknown>>>(
  fields: F,
  input: unknown,
): ReadResult<FieldValues<F>> {
  const source = isRecord(input) ? input : {};
  let faults: string[] | undefined = isRecord(input) || Object.keys(fields).length === 0 ? undefined : ["payload"];
  const value: Record<string, unknown> = {};
  for (const name in fields) {
    const { schema, fallback } = fields[name] as Field<unknown>;
    const result = v.safeParse(schema, source[name]);
    value[name] = result.success ? result.output : fallback;
    // Without an object, one fault covers all fields.
    if (!result.success && faults?.[0] !== "payload") (faults ??= []).push(name);
  }
  return { value: value as FieldValues<F>, faults: faults ?? none };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
