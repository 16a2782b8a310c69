import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDocument } from "../../src/markdown/document.js";
import { plainText } from "../../src/markdown/inline-text.js";
import type { Block } from "../../src/markdown/nodes.js";
import { toArray, type Seq } from "../../src/markdown/seq.js";
import { marks, pieces, texts } from "./texts.js";

const read = (text: string, soften: boolean) => {
  const document = createDocument();
  document.add(text);
  return document.blocks(soften);
};
const blocksOf = (text: string): Block[] => toArray(read(text, false));

/** Compares a text that grows at its cuts with the same text read at once. */
function expectEqualAtCuts(text: string, cuts: readonly number[]): number {
  expect(cuts.every((cut) => cut <= text.length)).toBe(true);
  const document = createDocument();
  let at = 0;
  for (const end of [...cuts, text.length]) {
    document.add(text.slice(at, end));
    at = end;
    for (const soften of [true, false]) expect(document.blocks(soften)).toEqual(read(text.slice(0, end), soften));
  }
  return cuts.length + 1;
}

const cutsOf = (text: string, draws: readonly number[]) =>
  [...new Set(draws.map((draw) => draw % (text.length + 1)))].toSorted((a, b) => a - b);

describe("createDocument", () => {
  it("reads a growing text as it reads the whole, at every cut", () => {
    let compared = 0;
    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 12 }), (text, draws) => {
        compared += expectEqualAtCuts(text, cutsOf(text, draws));
        expect(compared).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
    console.info(`texts compared at ${compared} cuts`);
  });

  it("reads marks in any order as it reads the whole, at every cut", () => {
    const text = fc.array(fc.constantFrom(...marks), { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (source, draws) => {
        expect(expectEqualAtCuts(source, cutsOf(source, draws))).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });

  it("reads long words as it reads the whole, whatever is open where they are parted", () => {
    const filler = fc.constantFrom("word ".repeat(90), "x".repeat(480), "a b\n".repeat(120), "*c* ".repeat(100));
    const text = fc
      .array(fc.oneof(filler, fc.constantFrom(...marks)), { maxLength: 16 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 8 }), (source, draws) => {
        expect(expectEqualAtCuts(source, cutsOf(source, draws))).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  it("reads text that grows by single characters as it reads the whole", () => {
    const text = pieces.slice(0, 50).join("\n\n").slice(0, 900);
    const cuts = Array.from(text, (_, index) => index);
    expect(expectEqualAtCuts(text, cuts)).toBe(cuts.length + 1);
  });

  it("keeps the identity of finished blocks", () => {
    const document = createDocument();
    document.add("# One\n\nTwo.\n\nThree.\n\nFour");
    const before = toArray(document.blocks(true));
    document.add(" goes on");
    const after = toArray(document.blocks(true));
    for (const index of [0, 1, 2]) expect(after[index]).toBe(before[index]);
    expect(after[3]).not.toBe(before[3]);
  });

  it("keeps the identity of finished items, rows and lines within the open block", () => {
    const first = (blocks: Seq<Block>) => {
      const [block] = toArray(blocks);
      if (block?.type === "list") return toArray(block.items)[0];
      if (block?.type === "table") return toArray(block.rows)[0];
      return block?.type === "code" ? toArray(block.pieces)[0] : undefined;
    };
    for (const text of ["- one\n- two\n", "|a|b|\n|-|-|\n|1|2|\n|3|4|\n", `\`\`\`\n${"line\n".repeat(900)}`]) {
      const document = createDocument();
      document.add(text);
      const before = first(document.blocks(true));
      document.add("- more");
      expect(before).toBeDefined();
      expect(first(document.blocks(true))).toBe(before);
    }
  });

  it("uses a definition inside the text, and ignores later ones of the same label", () => {
    const document = createDocument();
    document.add("See [Ref].\n\n[ref]: https://a.example 'One'\n");
    document.add("[REF]: https://b.example\n");
    expect(document.definition("ref")).toEqual({ href: "https://a.example", title: "One" });
  });

  it("shows what exceeds a budget as plain text, whole", () => {
    const text = "a*".repeat(100_000);
    const [block] = blocksOf(text);
    const words = block?.type === "paragraph" ? toArray(block.parts).flat() : [];
    expect(words.every((word) => typeof word === "string")).toBe(true);
    expect(plainText(words) === text).toBe(true);
    const items = blocksOf("- a\n".repeat(40_000));
    expect(items.map(({ type }) => type)).toEqual(["list", "plain"]);
  });
});

describe("a bar that may begin a table", () => {
  const growing = (text: string) => toArray(read(text, true));

  it.each(["|", "| ", "Words.\n\n|", "Words.\n|"])("is not shown before its first cell: %j", (text) => {
    expect(JSON.stringify(growing(text))).not.toContain("|");
    expect(growing(text).map(({ type }) => type)).toEqual(text.startsWith("W") ? ["paragraph"] : []);
  });

  it("is shown once the answer is complete", () => {
    expect(JSON.stringify(blocksOf("|"))).toContain("|");
  });
});

describe("a table that is cut behind a bar", () => {
  it.each(["", "|", "| |", "| | |", "|\n"])("has no last row of empty cells: %j", (end) => {
    const [block] = blocksOf(`| a | b |\n| - | - |\n| 1 | 2 |\n${end}`);
    expect(block?.type === "table" && toArray(block.rows)).toHaveLength(1);
  });

  it("keeps an empty row between others", () => {
    const [block] = blocksOf("| a | b |\n| - | - |\n| | |\n| 1 | 2 |");
    expect(block?.type === "table" && toArray(block.rows)).toHaveLength(2);
  });
});
