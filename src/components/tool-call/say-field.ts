import { unbroken } from "../../foundation/unbroken.js";
import { visibleText } from "../../foundation/visible-text.js";
import type { Messages } from "../../strings/messages.js";
import type { FieldValue } from "./readable-value.js";

type Words = Pick<Messages["tool"], "yes" | "no" | "nothing" | "empty" | "quoted">;

/** @param isExact for arguments: a text has quotes where it reads like another value. */
export function sayField(value: FieldValue, words: Words, isExact: boolean): string {
  if (value === null) return words.nothing;
  if (value === "") return isExact ? words.empty.text : words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  const shown = unbroken(visibleText(String(value)));
  return isExact && typeof value === "string" && readsLikeOther(value, words) ? words.quoted(shown) : shown;
}

/** Whether it is one of the words for other values, with or without quotes, or blank. */
function readsLikeOther(text: string, { yes, no, nothing, empty, quoted }: Words): boolean {
  const inner = Array.from(quoted(""))
    .reduce((rest, quote) => rest.replaceAll(quote, ""), text)
    .trim();
  return inner === "" || [yes, no, nothing, empty.text].includes(inner);
}
