import { describe, expect, it } from "vitest";
import { makeHardest } from "../../bench/harness/lib/corpus.mjs";
import { createDocument } from "../../src/markdown/document.js";

/** The bench's hardest answer without its tools' calls: headings, lists, code and tables, in pieces of a token. */
const tokens = (chars: number) => makeHardest({ chars }).filter((part) => typeof part === "string");

describe("the hardest answer, token by token", () => {
  it("reads every beginning as the same text read at once", () => {
    const growing = createDocument();
    let text = "";
    for (const token of tokens(5_000)) {
      growing.add(token);
      text += token;
      const whole = createDocument();
      whole.add(text);
      if (JSON.stringify(growing.blocks(true)) === JSON.stringify(whole.blocks(true))) continue;
      expect(growing.blocks(true)).toEqual(whole.blocks(true));
    }
    expect(text).toContain("```ts\n");
    expect(text).toContain("| ---");
  });

  it("visits as many characters and nodes a token in its last fifth as in its first", () => {
    const all = tokens(500_000);
    const document = createDocument();
    const fifth = Math.floor(all.length / 5);
    const work: { characters: number; nodes: number }[] = [];
    for (let at = 0; at < fifth * 5; at += fifth) {
      const before = { ...document.work };
      for (const token of all.slice(at, at + fifth)) {
        document.add(token);
        document.blocks(true);
      }
      const { characters, nodes } = document.work;
      work.push({ characters: characters - before.characters, nodes: nodes - before.nodes });
    }
    for (const name of ["characters", "nodes"] as const) {
      const counts = work.map((part) => part[name]);
      expect(counts.at(-1)! / counts[0]!).toBeLessThan(1.2);
      expect(Math.max(...counts) / Math.min(...counts)).toBeLessThan(1.3);
    }
  });
});
