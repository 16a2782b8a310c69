import { describe, expect, it } from "vitest";
import {
  approvalArguments,
  approvalId,
  approvalName,
  readApproval,
  readHumanInputRequest,
} from "../../../src/wire/protocol/decisions.js";

describe("an approval", () => {
  it.each([
    [{ rawItem: { callId: "a", id: "b" }, id: "c", callId: "d", name: "e" }, "a"],
    [{ rawItem: { id: "b" }, id: "c", callId: "d", name: "e" }, "b"],
    [{ rawItem: { callId: "" }, id: "c", callId: "d", name: "e" }, "c"],
    [{ callId: "d", name: "e" }, "d"],
    [{ name: "e" }, "e"],
    [{}, undefined],
  ])("%j has the id %s", (approval, id) => {
    expect(approvalId(approval)).toBe(id);
  });

  it("is named by the first name there is", () => {
    expect(approvalName({ name: "a", toolName: "b" })).toBe("a");
    expect(approvalName({ toolName: "b", rawItem: { name: "c" } })).toBe("b");
    expect(approvalName({ rawItem: { name: "c" } })).toBe("c");
    expect(approvalName({ name: "" })).toBeNull();
  });

  it("has its arguments where the provider put them", () => {
    expect(approvalArguments({ arguments: 1, rawItem: { arguments: 2 } })).toBe(1);
    expect(approvalArguments({ rawItem: { arguments: "{}" } })).toBe("{}");
  });

  it("is read loosely, and is none when a field does not fit", () => {
    expect(readApproval({ id: "a", extra: 1 })).toEqual({ id: "a", extra: 1 });
    expect(readApproval({ id: 5 })).toBeNull();
  });
});

describe("a set of questions", () => {
  it("gets its defaults", () => {
    expect(readHumanInputRequest({ id: "r", questions: [], toolCallId: null })).toMatchObject({
      id: "r",
      questions: [],
      allowSkip: false,
      expiresAt: null,
    });
  });

  it("keeps a kind of tomorrow", () => {
    const questions = [{ id: "q", kind: "drawing", prompt: "Draw" }];
    expect(readHumanInputRequest({ id: "r", questions })?.questions).toEqual(questions);
  });

  it("is none without an id or with a question that is none", () => {
    expect(readHumanInputRequest({ questions: [] })).toBeNull();
    expect(readHumanInputRequest({ id: "r", questions: [{ id: "q" }] })).toBeNull();
  });
});
