import { describe, expect, it } from "vitest";
import {
  contentText,
  importedContext,
  importedHistoryLimit,
  splitMessages,
} from "../../../../src/server/handler/formats/imported-history.js";

const said = (role: "user" | "assistant" | "system", text: string) => ({ role, text });
const lines = (text: string | undefined) => text?.split("\n").slice(1);

describe("a message's text", () => {
  it.each([
    ["words", " Hello ", "Hello"],
    ["parts of every kind", [part("text", "a"), part("input_text", "b"), part("output_text", "c")], "a\nb\nc"],
    ["parts that hold no text", [part("image_url", "x"), { type: "text", text: 7 }, null, "loose"], ""],
    ["nothing", undefined, ""],
    ["a number", 7, ""],
  ])("is read from %s", (_, content, text) => {
    expect(contentText(content)).toBe(text);
  });
});

describe("a client's messages", () => {
  it("are the last one, to be sent, and those with text before it", () => {
    const messages = [
      { role: "developer", content: "Be kind." },
      { role: "user", content: [part("text", "One")] },
      { role: "assistant", content: null, tool_calls: [] },
      { role: "tool", content: "42" },
      { role: "assistant", parts: [part("text", "Two")] },
      "loose",
      { role: "user", content: "Three" },
    ];
    expect(splitMessages(messages)).toEqual({
      text: "Three",
      history: [said("system", "Be kind."), said("user", "One"), said("assistant", "Two")],
    });
  });

  it.each([
    [[]],
    ["Hello"],
    [undefined],
    [
      [
        { role: "user", content: "One" },
        { role: "assistant", content: "Two" },
      ],
    ],
    [
      [
        { role: "user", content: "One" },
        { role: "tool", content: "Two" },
      ],
    ],
    [
      [
        { role: "user", content: "One" },
        { role: "system", content: "Two" },
      ],
    ],
    [
      [
        { role: "user", content: "One" },
        { role: "user", content: " " },
      ],
    ],
    [
      [
        { role: "user", content: "One" },
        { role: "user", content: [part("image_url", "x")] },
      ],
    ],
    [[{ role: "user", content: "One" }, null]],
  ])("have nothing to send when the last is not the user's: %j", (messages) => {
    expect(splitMessages(messages).text).toBeUndefined();
  });
});

describe("the imported history", () => {
  it("is a heading and a line for each, oldest first", () => {
    const text = importedContext([said("system", "Be kind."), said("user", "One\ntwo"), said("assistant", "Three")]);
    expect(text?.split("\n")[0]).toMatch(/oldest first:$/);
    expect(lines(text)).toEqual(["system: Be kind.", "user: One", "two", "assistant: Three"]);
  });

  it("is empty without messages", () => {
    expect(importedContext([])).toBeUndefined();
  });

  it("leaves out the oldest, whole, where all is too long", () => {
    const messages = Array.from({ length: 100 }, (_, index) => said("user", `${index} ${"x".repeat(995)}`));
    const text = importedContext(messages) ?? "";
    expect(text.length).toBeLessThanOrEqual(importedHistoryLimit);
    expect(text.length).toBeGreaterThan(importedHistoryLimit - 1010);
    const kept = lines(text)?.map((line) => Number.parseInt(line.slice("user: ".length), 10)) ?? [];
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 100 - kept.length + index));
  });

  it("stops at the first that does not fit, however short those before it are", () => {
    const messages = [said("user", "short"), said("user", "y".repeat(29_990)), said("user", "newest")];
    expect(lines(importedContext(messages))).toEqual(["user: newest"]);
  });

  it("fills its limit to the character", () => {
    const heading = importedContext([said("user", "")])?.length ?? 0;
    const text = "z".repeat(importedHistoryLimit - heading);
    expect(importedContext([said("user", text)])).toHaveLength(importedHistoryLimit);
    expect(importedContext([said("user", text)])).not.toContain("…");
    expect(importedContext([said("user", "older"), said("user", text)])).not.toContain("older");
  });

  it("keeps the end of a newest message that is too long alone", () => {
    const text = importedContext([said("user", "older"), said("assistant", `${"x".repeat(40_000)}end`)]) ?? "";
    expect(text).toHaveLength(importedHistoryLimit);
    expect(lines(text)?.[0]).toMatch(/^assistant: …x+end$/);
  });

  it.each([0, 1])("cuts no character in two (%i)", (shift) => {
    const text = importedContext([said("user", "x".repeat(shift) + "😀".repeat(20_000))]) ?? "";
    expect(text.length).toBeGreaterThan(importedHistoryLimit - 2);
    // Half a character has no address.
    expect(() => encodeURIComponent(text)).not.toThrow();
  });
});

function part(type: string, text: string) {
  return { type, text };
}
