/**
 * Describes the valid values of a body's field: the part of a refusal that explains the fix (`protocol.md` §6).
 *
 * The words are derived from the schema alone. The value is never quoted, as it may be a secret.
 */
import type * as v from "valibot";

/** Words of valibot's own, which name a JavaScript constructor and not what a caller sends. */
const isDefault = (message: string) => message.startsWith("Invalid ");

/** A predicate that begins with "must", or the schema's own message. */
export function wanted(issue: v.BaseIssue<unknown>): string {
  if (!isDefault(issue.message)) return issue.message;
  return byType[issue.type]?.(issue) ?? `must be ${words(issue.expected)}`;
}

const count = (issue: v.BaseIssue<unknown>) => {
  const unit = typeof issue.input === "string" ? "character" : "entry";
  const many = unit === "entry" ? "entries" : "characters";
  const number = Number(issue.requirement);
  return `${number.toLocaleString("en-US")} ${number === 1 ? unit : many}`;
};

const byType: Readonly<Record<string, (issue: v.BaseIssue<unknown>) => string>> = {
  string: () => "must be a text",
  number: () => "must be a number",
  integer: () => "must be a whole number",
  boolean: () => "must be true or false",
  array: () => "must be a list",
  object: () => "must be an object",
  loose_object: () => "must be an object",
  strict_object: ({ expected }) =>
    expected === "never" ? "must not be there: no field has this name" : "must be an object",
  record: () => "must be an object",
  // Without a choice of words the value itself is no object.
  variant: ({ expected }) => (expected?.includes('"') === true ? `must be ${words(expected)}` : "must be an object"),
  uuid: () => "must be a UUID",
  min_length: (issue) => (issue.requirement === 1 ? "must not be empty" : `must have at least ${count(issue)}`),
  max_length: (issue) => `must have at most ${count(issue)}`,
  min_value: ({ requirement }) => `must be at least ${String(requirement)}`,
  max_value: ({ requirement }) => `must be at most ${String(requirement)}`,
};

/** `"a" | "b"` as valibot writes what it expects, as a sentence has it. */
function words(expected: string | null): string {
  const choices = (expected ?? "another value").replaceAll(/^\(|\)$/g, "").split(" | ");
  return choices.length === 1 ? `${choices[0]}` : `one of ${choices.join(", ")}`;
}
