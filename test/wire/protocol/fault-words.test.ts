import { expect, it } from "vitest";
import { faultWords } from "../../../src/wire/protocol/fault-words.js";
import { germanErrors } from "../../../src/strings/de/errors.js";
import { sayError } from "../../../src/strings/error-messages.js";

it.each([
  [0, "We couldn't reach the server. Try again."],
  [401, "Sign in first."],
  [403, "This isn't available right now."],
  [408, "This took too long. Try again."],
  [413, "This is too large to send. Shorten it and try again."],
  [414, "This is too large to send. Shorten it and try again."],
  [429, "Too many requests in a short time. Wait a little, then try again."],
  [431, "Something went wrong. Try again."],
  [500, "Something went wrong. Try again."],
  [502, "We couldn't reach the server. Try again."],
  [503, "We couldn't reach the server. Try again."],
  [504, "We couldn't reach the server. Try again."],
  [524, "We couldn't reach the server. Try again."],
])("puts the status %i of an intermediary into words, which German has too", (status, words) => {
  expect(faultWords(status)).toBe(words);
  expect(sayError(germanErrors, words)).not.toBe(words);
});
