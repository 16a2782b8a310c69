import { describe, expect, it } from "vitest";
import { findLongSentences, findProse } from "../../scripts/lint/check-prose.mjs";

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

  const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

  it("finds sentences of more than 35 words in comments, with their line and length", () => {
    const source = ["f();", "/**", ` * Short. ${words(20)}`, ` * ${words(16)}.`, " */", `// ${words(35)}.`];
    expect(findProse("planted.ts", source.join("\n")).long).toMatchObject([{ line: 3, words: 36 }]);
  });

  it("counts code as one word, and separates list items, table cells, paragraphs and code blocks", () => {
    const half = words(20);
    const page = [
      `${half} \`a b c d\``,
      "",
      half,
      `- ${half}`,
      `- ${half}`,
      `| ${half} | ${half} |`,
      "```ts",
      half,
      half,
      "```",
    ];
    expect(findLongSentences(page.join("\n"))).toEqual([]);
    expect(findLongSentences(`Short.\n\n- ${half}\n  ${half}`)).toMatchObject([{ line: 3, words: 40 }]);
  });
});
