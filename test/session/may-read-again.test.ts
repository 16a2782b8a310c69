import { expect, it } from "vitest";
import { mayReadAgain, readAgainAfter } from "../../src/session/may-read-again.js";
import { ServiceApiError } from "../../src/wire/protocol/api-error.js";

const answer = (status: number, isForeign: boolean) => new ServiceApiError("No.", { status, code: "http", isForeign });

it.each([
  [200, true, true],
  [403, true, true],
  [503, true, true],
  // A host without the proxy.
  [404, true, false],
  [403, false, false],
  [422, false, false],
])("a list that was answered with %i, by another server: %s, is read again by itself: %s", (status, isForeign, is) => {
  const error = answer(status, isForeign);
  expect([mayReadAgain(error), readAgainAfter(error)]).toEqual([is, is && 15_000]);
});

it("a list that the service could not answer is tried again, and then waits for its own interval", () => {
  const error = answer(503, false);
  expect([mayReadAgain(error), readAgainAfter(error)]).toEqual([true, false]);
});
