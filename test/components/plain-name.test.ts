import { describe, expect, it } from "vitest";
import { plainName, plainTitle } from "../../src/components/automations/plain-name.js";

describe("names of events and fields in words", () => {
  it.each([
    ["pull_request.opened", "pull request opened"],
    ["data.object.customerId", "customer ID"],
    ["repository.html_url", "repository HTML URL"],
    ["labels.0.url", "labels #1 URL"],
    ["ideas", "ideas"],
  ])("write %s as %s", (name, words) => {
    expect(plainName(name)).toBe(words);
  });

  it("begin a line with a capital", () => {
    expect(plainTitle("api_key.created")).toBe("API key created");
  });
});
