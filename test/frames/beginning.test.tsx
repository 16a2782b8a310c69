import { expect, it } from "vitest";
import { beginOnPage } from "../../stories/begin.js";

/** A beginning that waits, and the end of its wait. */
function waiting() {
  const canvas = document.body.appendChild(document.createElement("div"));
  let fail = () => {};
  const wait = new Promise<void>((_resolve, reject) => {
    fail = () => reject(new Error("There is no button."));
  });
  return { canvas, done: beginOnPage(() => wait, canvas), fail };
}

it("passes on the error of a beginning while its story is on the page", async () => {
  const { canvas, done, fail } = waiting();
  fail();
  await expect(done).rejects.toThrow("There is no button.");
  canvas.remove();
});

it("has no error for a story that has left the page", async () => {
  const { canvas, done, fail } = waiting();
  canvas.remove();
  fail();
  await expect(done).resolves.toBeUndefined();
});
