import { describe, expect, it } from "vitest";
import { findProse } from "../../scripts/lint/check-prose.mjs";

const wordsIn = (source: string) => findProse("planted.ts", source).places.map(({ line, word }) => `${line}: ${word}`);

describe("the lint of prose", () => {
  it("finds words to avoid in comments, with their lines", () => {
    const source = [
      "/**",
      " * Keeps a draft.",
      " * The service tells whoever asks.",
      " */",
      "// It stands here.",
      "f();",
    ];
    expect(wordsIn(source.join("\n"))).toEqual(["3: tells", "3: whoever", "5: stands"]);
  });

  it("finds them in titles of tests and of tables, and in no other string", () => {
    const source = 'it("tells a listener", f);\nit.each(rows)("holds %s", f);\nsay("It tells.");';
    expect(wordsIn(source)).toEqual(["1: tells", "2: holds"]);
  });

  it("counts lines of comments, and titles", () => {
    expect(findProse("planted.ts", '/**\n * One.\n */\n// Two.\nit("three", f);')).toMatchObject({
      lines: 5,
      places: [],
    });
  });
});
