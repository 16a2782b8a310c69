import type { ClipboardEvent } from "react";

/** Chromium lays out all of a longer field (characters) at each key, ten times slower with `auto`. */
export const longText = 4000;

/** Which way a field's text runs: its own, and an empty field begins at the page's side. */
export function fieldDirection(text: string): "auto" | "ltr" | "rtl" | undefined {
  if (text === "") return undefined;
  return text.length <= longText ? "auto" : directionOf(text);
}

/** Gives a field the direction of a long text before it is pasted: with `auto`, a megabyte stops the page for seconds. */
export function directPaste({ currentTarget: field, clipboardData }: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = clipboardData.getData("text/plain");
  if (field.value.length + text.length > longText) field.dir = directionOf(field.value + text);
}

function directionOf(text: string): "ltr" | "rtl" {
  const [first = ""] = /\p{L}/u.exec(text) ?? [];
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first)
    ? "rtl"
    : "ltr";
}
