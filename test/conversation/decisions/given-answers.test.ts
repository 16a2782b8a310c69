import { describe, expect, it } from "vitest";
import { createGivenAnswers, rememberedAnswers } from "../../../src/conversation/decisions/given-answers.js";
import type { Decision } from "../../../src/conversation/decisions/decision.js";

const decision = (id: string, turnId: string | null = "t"): Decision => ({
  kind: "approval",
  id,
  turnId,
  state: { name: "pending" },
  name: "pay",
  arguments: {},
});

describe("the answers of a page", () => {
  it("differ by turn, and the last one counts", () => {
    const answers = createGivenAnswers();
    answers.add(decision("a"), { key: "1", outcome: "approve" });
    answers.add(decision("a"), { key: "2", outcome: "reject" });
    expect(answers.find(decision("a"))).toEqual({ key: "2", outcome: "reject" });
    expect(answers.find(decision("a", "another"))).toBeUndefined();
    expect(answers.find(decision("b"))).toBeUndefined();
  });

  it("outlive a reload in their storage, which may have anything in it", () => {
    const kept = new Map<string, string>();
    const storage = {
      get: (key: string) => kept.get(key) ?? null,
      set: (key: string, value: string) => void kept.set(key, value),
      remove: (key: string) => void kept.delete(key),
    };
    createGivenAnswers(storage).add(decision("a"), { key: "1", outcome: "approve" });
    expect(createGivenAnswers(storage).find(decision("a"))).toEqual({ key: "1", outcome: "approve" });
    const [[name, sound] = ["", ""]] = [...kept];
    for (const strange of ["", "{", "null", "{}", '["a"]', '[["t a"]]', '[["t a",null]]', '[["t a",{"key":1}]]']) {
      kept.set(name, strange);
      expect(createGivenAnswers(storage).find(decision("a"))).toBeUndefined();
    }
    kept.set(name, `[null,${sound.slice(1)}`);
    expect(createGivenAnswers(storage).find(decision("a"))?.key).toBe("1");
  });

  it("are the newest ones", () => {
    const answers = createGivenAnswers();
    for (let index = 0; index <= rememberedAnswers; index += 1)
      answers.add(decision(`${index}`), { key: `${index}`, outcome: "approve" });
    expect(answers.find(decision("0"))).toBeUndefined();
    expect(answers.find(decision("1"))?.key).toBe("1");
    expect(answers.find(decision(`${rememberedAnswers}`))?.key).toBe(`${rememberedAnswers}`);
  });
});
