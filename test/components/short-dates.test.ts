import { expect, it } from "vitest";
import { formatWhen } from "../../src/strings/format.js";

const now = new Date(2026, 11, 31, 23, 30);

it.each([
  ["en-US", new Date(2026, 11, 31, 0, 5), "Today, 12:05 AM"],
  ["en-US", new Date(2027, 0, 1, 9, 0), "Tomorrow, 9:00 AM"],
  ["en-US", new Date(2026, 11, 30, 15, 45), "Yesterday, 3:45 PM"],
  ["en-US", new Date(2026, 11, 29, 15, 45), "Tue, Dec 29, 3:45 PM"],
  ["en-US", new Date(2027, 0, 2, 9, 0), "Sat, Jan 2, 2027, 9:00 AM"],
  ["de", new Date(2027, 0, 1, 9, 0), "Morgen, 9:00"],
  ["de", new Date(2027, 0, 2, 9, 0), "Sa., 2. Jan. 2027, 9:00"],
  ["fr", new Date(2026, 11, 31, 9, 0), "Aujourd’hui, 9:00"],
])("a short date in %s: %s is %s", (locale, date, words) => {
  expect(formatWhen(date, now, locale).replace(/\u202f/g, " ")).toBe(words);
});

it("a time that cannot be read is empty", () => {
  expect(formatWhen(new Date("no time"), now, "en-US")).toBe("");
});
