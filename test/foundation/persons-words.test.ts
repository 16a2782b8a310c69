import { expect, it } from "vitest";
import { ServiceError } from "../../src/foundation/base-error.js";
import { personsWords } from "../../src/foundation/persons-words.js";
import { parseChatHistory } from "../../src/wire/protocol/chat-bodies.js";
import { parseSessionEvent } from "../../src/wire/protocol/session-event.js";

function thrownBy(read: () => unknown): Error {
  try {
    read();
  } catch (error) {
    return error as Error;
  }
  throw new Error("Nothing was thrown.");
}

it.each([
  ["an event", () => parseSessionEvent({ status: "maintenance" })],
  ["a chat's history", () => parseChatHistory(undefined)],
])("has no sentence for developers where another value is read as %s", (_, read) => {
  expect(personsWords(thrownBy(read))).toBe("Something went wrong. Try again.");
});

it("has the words of every other error", () => {
  expect(personsWords(new Error("Out of stock."))).toBe("Out of stock.");
  expect(personsWords(new ServiceError("The code is wrong.", { code: "code_unknown" }))).toBe("The code is wrong.");
});
