import { expect, it } from "vitest";
import { formatAgo } from "../../src/strings/format-ago.js";

it.each([
  ["en", "3m ago"],
  ["de", "vor 3 Min."],
  ["es", "hace 3 min"],
])("says how long ago something was so that %s can read the unit: %s", (locale, words) => {
  expect(formatAgo(new Date(0), new Date(180_000), locale)).toBe(words);
});
