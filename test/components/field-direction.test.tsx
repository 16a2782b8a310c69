import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { directPaste, fieldDirection, longText } from "../../src/components/field-direction.js";

/** Chromium needs many seconds for a megabyte in a field with `auto`. */

it.each([
  ["", undefined],
  ["Order 1042", "auto"],
  ["a".repeat(longText + 1), "ltr"],
  [`1. ${"\u05d0".repeat(longText)}`, "rtl"],
])("a field's direction follows its text, and of a long one only the first letter counts", (text, direction) => {
  expect(fieldDirection(text)).toBe(direction);
});

it.each([
  ["a long text", "a".repeat(longText), "ltr"],
  ["a long text of a right-to-left language", "\u05d0".repeat(longText), "rtl"],
  ["a short text", "a few words", "auto"],
])("a field has the direction of %s before it is pasted", (_name, text, direction) => {
  render(<textarea dir="auto" defaultValue="1." onPaste={directPaste} />);
  fireEvent.paste(screen.getByRole("textbox"), { clipboardData: { getData: () => text } });
  expect(screen.getByRole("textbox")).toHaveAttribute("dir", direction);
});
