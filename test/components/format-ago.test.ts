import { expect, it } from "vitest";
import { formatAgo } from "../../src/strings/format-ago.js";

it.each([
  ["en", "3m ago"],
  ["de", "vor 3\u00a0Min."],
  ["es", "hace 3\u00a0min"],
])("writes an age in units that a reader of %s recognizes: %s", (locale, words) => {
  expect(formatAgo(new Date(0), new Date(180_000), locale)).toBe(words);
});

it.each([1, 3, 48])("writes 'now' where the reader's clock is %i hours slow", (hours) => {
  expect(formatAgo(new Date(hours * 3_600_000), new Date(0), "en")).toBe("now");
});
