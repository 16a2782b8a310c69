/**
 * Which events a trigger takes: by type, and by conditions on the body as the sender sent it (`protocol.md` §9.4).
 *
 * Pure, and bounded by the schema of a trigger: at most 20 conditions, each a path of at most 16 names.
 */
import { isRecord } from "../sessions/is-record.js";

type Plain = string | number | boolean | null;

/** One statement about one place of the body. All conditions of a trigger must match. */
export type Condition =
  | { readonly path: string; readonly equals: Plain }
  | { readonly path: string; readonly in: readonly Plain[] }
  | { readonly path: string; readonly exists: boolean };

/** `invoice` takes `invoice` and `invoice.paid`; `*` takes every type. */
export function takesType(eventTypes: readonly string[], type: string): boolean {
  return eventTypes.some((wanted) => wanted === "*" || wanted === type || type.startsWith(`${wanted}.`));
}

export function meets(conditions: readonly Condition[], body: unknown): boolean {
  return conditions.every((condition) => {
    const found = valueAt(body, condition.path);
    if ("exists" in condition) return (found !== undefined) === condition.exists;
    // An object in the body is never equal: conditions compare plain values alone.
    return "equals" in condition ? found === condition.equals : condition.in.some((wanted) => wanted === found);
  });
}

/** The value at names joined by dots, own fields only; a number names an entry of a list. Undefined when there is none. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split(".")) {
    if (Array.isArray(value)) value = /^\d{1,6}$/.test(name) ? value[Number(name)] : undefined;
    else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
