import { describe, expect, it } from "vitest";
import { neutralFailureText } from "../../src/timeline/failure-text.js";
import { ruleFixtures, ruleNumbers } from "./rule-fixtures.js";
import { session } from "./session-under-test.js";

describe("the rules of the timeline", () => {
  it.each(ruleNumbers)("%i has a log of its own, and shows what its text asks for", (rule) => {
    const fixture = ruleFixtures[rule];
    expect(fixture?.says).toBeTruthy();
    const s = session();
    fixture?.write(s);
    expect(s.rows).toEqual(fixture?.rows);
  });

  it("puts an operator's business neutrally", () => {
    const s = session();
    ruleFixtures[15]?.write(s);
    expect(s.items.at(-1)).toMatchObject({ kind: "turn-end", failureText: neutralFailureText });
  });
});
