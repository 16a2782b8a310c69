/** A copy of a value as JSON keeps it, so that a store has what a database would return. */
export function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
