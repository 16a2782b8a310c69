/** Names of events and fields as words, such as `pull_request.opened` as "pull request opened". */
import { withInitialisms } from "../../foundation/initialisms.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { Messages } from "../../strings/messages.js";

/** Where senders put an event's content; the words are the same for all its fields. */
const envelope = /^data\.(?:object\.)?(?=.)/;

/** An entry of a list is counted from one: `labels.0` is "labels #1". */
export function plainName(name: string): string {
  const words = visibleText(name)
    .replace(envelope, "")
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .split(/[\s._/-]+/)
    .filter((word) => word !== "")
    .map((word) => (/^\d{1,3}$/.test(word) ? `#${Number(word) + 1}` : isCapitalized(word) ? word.toLowerCase() : word));
  return words.length === 0 ? visibleText(name) : withInitialisms(words.join(" "));
}

/** The same where it begins a line. */
export function plainTitle(name: string): string {
  const plain = plainName(name);
  return plain.slice(0, 1).toUpperCase() + plain.slice(1);
}

/** A value of a field as a person reads it, such as `subscription_create` as "subscription create", and `true` as "yes". */
export function plainValue(value: string | number | boolean | null, words: Messages["tool"]): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (value === null) return words.nothing;
  return typeof value === "string" && /^[a-z]+(?:_[a-z]+)+$/.test(value)
    ? plainName(value)
    : visibleText(String(value));
}

/** A word of which only the first letter is a capital, as in `lineItems`; an abbreviation keeps its capitals. */
const isCapitalized = (word: string) => /^\p{Lu}\p{Ll}+$/u.test(word);
