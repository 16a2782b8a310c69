import { describe, expect, it } from "vitest";
import { wordsOfFailure } from "../../src/components/tool-call/failed-output.js";

describe("wordsOfFailure", () => {
  it.each([
    [{ isError: true, message: "No such order." }, "No such order."],
    [{ isError: true, message: "Too late.", code: "late" }, "Too late."],
    [
      {
        isError: true,
        content: [
          { type: "text", text: "One." },
          { type: "text", text: "Two." },
        ],
      },
      "One.\nTwo.",
    ],
  ])("of %j are its own", (output, expected) => {
    expect(wordsOfFailure(output)).toBe(expected);
  });

  it.each([
    "Plain",
    null,
    7,
    { isError: false, message: "Fine." },
    { isError: true, message: "Late.", rejected: true },
    { isError: true, message: "Late.", content: [] },
    { isError: true, content: [{ type: "image", data: "" }] },
    { isError: true, content: [null] },
    { isError: true, content: [] },
  ])("of %j are all of it", (output) => {
    expect(wordsOfFailure(output)).toBe(output);
  });
});
