import { isRecord } from "../sessions/is-record.js";

const hidden = "[hidden]";

/**
 * A copy of a JSON value without the secrets that it quotes, in texts, numbers and keys. A number that has a secret's digits
 * becomes a text. No entry of an object is lost where two keys become equal. A value without secrets is returned unchanged.
 *
 * @throws {RangeError} for a value that nests too deep to be written as JSON.
 */
export function hideSecrets<T>(secrets: readonly string[], value: T): T {
  const text = JSON.stringify(value) ?? "";
  const found = secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
  if (found.length === 0) return value;
  const any = new RegExp(
    // A secret that has another one in it is hidden as a whole.
    found
      .toSorted((a, b) => b.length - a.length)
      .map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join("|"),
    "g",
  );
  const numbers = new Set(found.flatMap(roundedOf));
  const hide = (_key: string, part: unknown): unknown => {
    if (typeof part === "string") return part.replaceAll(any, hidden);
    if (typeof part === "number") return numbers.has(digitsOf(part)) || String(part).search(any) >= 0 ? hidden : part;
    return isRecord(part) ? withoutKeys(part, any) : part;
  };
  return JSON.parse(JSON.stringify(value, hide)) as T;
}

/** How JSON may have the secret: within a text, and as a number. */
function formsOf(secret: string): readonly string[] {
  return [JSON.stringify(secret).slice(1, -1), ...roundedOf(secret)];
}

/** The digits of a number that was read from the secret's: a large one is rounded, and has no zeros before it. */
function roundedOf(secret: string): readonly string[] {
  return /^\d+$/.test(secret) ? [digitsOf(Number(secret))] : [];
}

function digitsOf(value: number): string {
  return String(Math.abs(value));
}

function withoutKeys(part: Readonly<Record<string, unknown>>, any: RegExp): Readonly<Record<string, unknown>> {
  const keys = Object.keys(part);
  const changed = new Set(keys.filter((key) => key.search(any) >= 0));
  if (changed.size === 0) return part;
  const taken = new Set(keys.filter((key) => !changed.has(key)));
  const entries = Object.entries(part).map(([key, value]): [string, unknown] => {
    if (!changed.has(key)) return [key, value];
    const name = freeName(key.replaceAll(any, hidden), taken);
    taken.add(name);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

function freeName(wish: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wish)) return wish;
  let number = 2;
  while (taken.has(`${wish} ${number}`)) number += 1;
  return `${wish} ${number}`;
}
